//! The source code, the docs and the texts: layers, who is asked for what, words, examples, messages, licences.

mod asvs;
mod docs;
mod layers;
mod licences;
mod locale;
mod principals;
mod words;
