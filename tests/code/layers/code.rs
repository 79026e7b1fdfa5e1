//! Reads the crates in the folders of `src` with `syn`: its modules, what they import and re-export, and every path that they use.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, Item, UseTree, Visibility};

/// The segments of a path.
pub type Path = Vec<String>;

/// A path somewhere in the code.
#[derive(Clone, Debug)]
pub struct Use {
    /// The file, relative to `src`.
    pub file: String,
    /// The module that contains it.
    pub module: Path,
    /// As written, but without `use` braces.
    pub written: Path,
    /// Whether it is compiled only for tests.
    pub in_tests: bool,
    /// How it is visible to other modules, if it is.
    pub shown: Option<Shown>,
}

/// Where a type is visible outside its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// In a public field, variant or signature.
    Signature,
    /// In a field of an askama template.
    Page,
}

/// What a path refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A module of a part, or an item: the part, its module's path and its name.
    Inside(Path),
    /// Something of another crate.
    Outside(Path),
}

/// The parsed parts.
#[derive(Debug, Default)]
pub struct Code {
    modules: BTreeMap<Path, Module>,
    pub uses: Vec<Use>,
}

#[derive(Debug, Default)]
struct Module {
    folder: bool,
    in_tests: bool,
    /// Items (`None`), and names introduced by `use` or `type` (with their paths).
    names: BTreeMap<String, Option<Path>>,
    globs: Vec<Path>,
}

/// Limits how many re-exports in a row are followed.
const HOPS: usize = 20;

/// Stands for nothing before the first `::` of a path such as `::table::GameId`.
const LEADING: &str = "";

impl Code {
    /// Parses files, each with its path relative to `src`.
    pub fn parse(files: &[(String, String)]) -> Self {
        let mut code = Self::default();
        for (name, text) in files {
            let module = module_of(name);
            for length in 0..=module.len() {
                let outer = code.modules.entry(module[..length].to_vec()).or_default();
                outer.folder |=
                    length < module.len() || name.ends_with("/mod.rs") || name.ends_with("/lib.rs");
            }
            let file = syn::parse_file(text).unwrap_or_else(|error| panic!("src/{name}: {error}"));
            let mut reader = Reader { code: &mut code, file: name, module, in_tests: false, shown: None };
            reader.visit_file(&file);
        }
        code.spread_tests();
        code
    }

    /// Whether the module has submodules.
    pub fn is_folder(&self, module: &[String]) -> bool {
        self.modules.get(module).is_some_and(|module| module.folder)
    }

    /// The module that contains a place.
    pub fn owner<'a>(&self, place: &'a [String]) -> &'a [String] {
        let length = (0..=place.len()).rev().find(|&length| self.modules.contains_key(&place[..length]));
        &place[..length.unwrap_or(0)]
    }

    /// The part that a path names, without following re-exports.
    pub fn named(&self, used: &Use) -> Option<String> {
        let (place, rest) = self.start(&used.module, &used.written)?;
        place.first().or(rest.first()).cloned()
    }

    /// What a path refers to, through imports and re-exports; `None` for local names.
    pub fn resolve(&self, from: &[String], path: &[String]) -> Option<Place> {
        self.follow(from, path, HOPS)
    }

    fn follow(&self, from: &[String], path: &[String], hops: usize) -> Option<Place> {
        let hops = hops.checked_sub(1)?;
        if let Some((place, rest)) = self.start(from, path) {
            return self.walk(place, rest, hops);
        }
        match self.look_up(from, path.first()?, hops) {
            Some(Place::Inside(place)) => self.walk(place, &path[1..], hops),
            Some(Place::Outside(mut outside)) => {
                outside.extend_from_slice(&path[1..]);
                Some(Place::Outside(outside))
            }
            None => Some(Place::Outside(path.iter().filter(|name| *name != LEADING).cloned().collect())),
        }
    }

    /// The starting point of a path that begins with `crate`, `self`, `super`, a submodule of `from` or a part, and the rest of the
    /// path.
    fn start<'a>(&self, from: &[String], path: &'a [String]) -> Option<(Path, &'a [String])> {
        match path.first()?.as_str() {
            "crate" => Some((from.iter().take(1).cloned().collect(), &path[1..])),
            "bastide" => Some((Vec::new(), &path[1..])),
            "self" => Some((from.to_vec(), &path[1..])),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                Some((from[..from.len().saturating_sub(up)].to_vec(), &path[up..]))
            }
            LEADING => self.is_part(path.get(1)?).then(|| (Vec::new(), &path[1..])),
            name => {
                let inner = [from, &[name.to_owned()]].concat();
                if !from.is_empty() && self.modules.contains_key(&inner) {
                    return Some((inner, &path[1..]));
                }
                (self.is_part(name) && !self.binds(from, name)).then(|| (Vec::new(), path))
            }
        }
    }

    fn is_part(&self, name: &str) -> bool {
        self.modules.contains_key([name.to_owned()].as_slice())
    }

    /// Whether an item or import of the module hides the part of this name.
    fn binds(&self, module: &[String], name: &str) -> bool {
        let bound = self.modules.get(module).and_then(|scope| scope.names.get(name));
        bound.is_some_and(|path| path.as_ref().is_none_or(|path| path.len() > 1))
    }

    fn walk(&self, mut place: Path, rest: &[String], hops: usize) -> Option<Place> {
        for (i, name) in rest.iter().enumerate() {
            let inner = [&place[..], std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&inner) {
                place = inner;
                continue;
            }
            if !self.modules.contains_key(&place) {
                break;
            }
            return match self.look_up(&place, name, hops) {
                Some(Place::Inside(found)) => self.walk(found, &rest[i + 1..], hops),
                Some(outside) => Some(outside),
                None => Some(Place::Inside(inner)),
            };
        }
        Some(Place::Inside(place))
    }

    /// What `name` means in `module`.
    fn look_up(&self, module: &[String], name: &String, hops: usize) -> Option<Place> {
        let hops = hops.checked_sub(1)?;
        let scope = self.modules.get(module)?;
        match scope.names.get(name) {
            Some(None) => return Some(Place::Inside([module, std::slice::from_ref(name)].concat())),
            // `use sqlx::{self}` and `use rand::rand` name a crate.
            Some(Some(path)) if path[0] == *name => return Some(Place::Outside(path.clone())),
            Some(Some(path)) => return self.follow(module, path, hops),
            None => {}
        }
        scope.globs.iter().find_map(|glob| {
            let Some(Place::Inside(place)) = self.follow(module, glob, hops) else { return None };
            let inner = [&place[..], std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&inner) {
                return Some(Place::Inside(inner));
            }
            if place == module { None } else { self.look_up(&place, name, hops) }
        })
    }

    /// Everything in a test module is compiled only for tests.
    fn spread_tests(&mut self) {
        let tests: BTreeSet<Path> =
            self.modules.iter().filter(|(_, module)| module.in_tests).map(|(path, _)| path.clone()).collect();
        let inside = |module: &Path| (0..=module.len()).any(|length| tests.contains(&module[..length]));
        for (path, module) in &mut self.modules {
            module.in_tests = inside(path);
        }
        for used in &mut self.uses {
            used.in_tests |= inside(&used.module);
        }
    }
}

/// The module path of the file at `src/name`: its part, and the modules in it.
pub fn module_of(name: &str) -> Path {
    let mut module: Path = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

struct Reader<'a> {
    code: &'a mut Code,
    file: &'a str,
    module: Path,
    in_tests: bool,
    shown: Option<Shown>,
}

impl Reader<'_> {
    fn scope(&mut self) -> &mut Module {
        self.code.modules.entry(self.module.clone()).or_default()
    }

    fn found(&mut self, written: Path) {
        self.code.uses.push(Use {
            file: self.file.to_owned(),
            module: self.module.clone(),
            written,
            in_tests: self.in_tests,
            shown: self.shown,
        });
    }

    /// Visits with these flags, and restores them.
    fn within(&mut self, in_tests: bool, shown: Option<Shown>, visit: impl FnOnce(&mut Self)) {
        let before = (self.in_tests, self.shown);
        self.in_tests |= in_tests;
        self.shown = shown;
        visit(self);
        (self.in_tests, self.shown) = before;
    }

    fn import(&mut self, tree: &UseTree, mut path: Path) {
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.import(&inner.tree, path);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, path.clone());
                }
            }
            UseTree::Glob(_) => {
                self.found(path.clone());
                self.scope().globs.push(path);
            }
            UseTree::Name(name) if name.ident == "self" => self.bind(path.last().cloned(), path),
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.bind(path.last().cloned(), path);
            }
            UseTree::Rename(rename) => {
                if rename.ident != "self" {
                    path.push(rename.ident.to_string());
                }
                self.bind(Some(rename.rename.to_string()), path);
            }
        }
    }

    fn bind(&mut self, name: Option<String>, path: Path) {
        self.found(path.clone());
        if let Some(name) = name.filter(|name| name != "_") {
            self.scope().names.insert(name, Some(path));
        }
    }

    /// Finds paths in the tokens of a macro or an attribute, which need not be Rust.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Path = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) if path.is_empty() || colons == 2 => {
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() && colons < 2 => {
                    colons += 1;
                }
                other => {
                    self.end_of_tokens(&mut path);
                    colons = 0;
                    match other {
                        TokenTree::Group(group) => self.tokens(group.stream()),
                        TokenTree::Ident(name) => path.push(name.to_string()),
                        TokenTree::Literal(literal) => self.path_in_text(&literal.to_string()),
                        TokenTree::Punct(_) => {}
                    }
                }
            }
        }
        self.end_of_tokens(&mut path);
    }

    fn end_of_tokens(&mut self, path: &mut Path) {
        let path = std::mem::take(path);
        if !path.is_empty() {
            self.found(path);
        }
    }

    /// Parses a literal such as `"crate::store::row"`, as attributes contain it.
    fn path_in_text(&mut self, literal: &str) {
        let text = literal.trim_matches('"');
        if text.contains("::") && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':')) {
            self.found(text.split("::").map(str::to_owned).collect());
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = attributes_and_name(item);
        if let Some(name) = name {
            self.scope().names.entry(name).or_insert(None);
        }
        self.within(only_for_tests(attributes), None, |reader| visit::visit_item(reader, item));
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        let in_tests = self.in_tests;
        self.scope().in_tests |= in_tests;
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let start = item.leading_colon.map(|_| LEADING.to_owned());
        self.import(&item.tree, start.into_iter().collect());
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        if let syn::Type::Path(target) = &*item.ty {
            let path = target.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.scope().names.insert(item.ident.to_string(), Some(path));
        }
        let shown = is_public(&item.vis).then_some(Shown::Signature);
        self.within(false, shown, |reader| visit::visit_item_type(reader, item));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let page = item
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("derive") && text_of(attribute).contains("Template"));
        for attribute in &item.attrs {
            self.visit_attribute(attribute);
        }
        self.visit_generics(&item.generics);
        for field in &item.fields {
            let public = is_public(&field.vis) && is_public(&item.vis);
            let shown = if page { Some(Shown::Page) } else { public.then_some(Shown::Signature) };
            self.within(false, shown, |reader| reader.visit_field(field));
        }
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        for attribute in &item.attrs {
            self.visit_attribute(attribute);
        }
        self.visit_generics(&item.generics);
        let shown = is_public(&item.vis).then_some(Shown::Signature);
        for variant in &item.variants {
            self.within(false, shown, |reader| {
                variant.attrs.iter().for_each(|attribute| reader.visit_attribute(attribute));
                match &variant.fields {
                    Fields::Unit => {}
                    fields => reader.visit_fields(fields),
                }
            });
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        item.attrs.iter().for_each(|attribute| self.visit_attribute(attribute));
        let shown = is_public(&item.vis).then_some(Shown::Signature);
        self.within(false, shown, |reader| reader.visit_signature(&item.sig));
        self.visit_block(&item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        item.attrs.iter().for_each(|attribute| self.visit_attribute(attribute));
        let shown = is_public(&item.vis).then_some(Shown::Signature);
        self.within(false, shown, |reader| reader.visit_signature(&item.sig));
        self.visit_block(&item.block);
    }

    /// `pub(in …)` names a module, but uses nothing of it.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let start = path.leading_colon.map(|_| LEADING.to_owned());
        let names = path.segments.iter().map(|segment| segment.ident.to_string());
        self.found(start.into_iter().chain(names).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.visit_path(&item.path);
        self.tokens(item.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("doc") {
            return;
        }
        visit::visit_attribute(self, attribute);
        if let syn::Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
    }
}

fn attributes_and_name(item: &Item) -> (&[Attribute], Option<String>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Enum(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Fn(item) => (&item.attrs, Some(item.sig.ident.to_string())),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref().map(ToString::to_string)),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Struct(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Trait(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Type(item) => (&item.attrs, None),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}

fn only_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test") || attribute.path().is_ident("cfg") && text_of(attribute) == "test"
    })
}

fn text_of(attribute: &Attribute) -> String {
    match &attribute.meta {
        syn::Meta::List(list) => list.tokens.to_string(),
        _ => String::new(),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}
