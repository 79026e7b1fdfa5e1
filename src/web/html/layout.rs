//! What all pages share.

use crate::web::http::assets::{Asset, MANIFEST, PIXELS, STYLE, scripts};
use crate::web::http::csrf::{FormToken, Token};
use crate::web::http::flash::Flash;
use crate::web::http::icon::icon;
use crate::web::locale::{Locale, Markup, Message, Text};

/// Head, navigation and foot of a page.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The page's title.
    pub title: String,
    /// The language of the page.
    pub locale: Locale,
    /// Who is signed in.
    pub person: Option<Person>,
    /// The token of the page's forms.
    pub csrf: FormToken,
    /// What was just done.
    pub flash: Option<Flash>,
    /// The whole address of a picture for previews of links to this page.
    pub image: Option<String>,
}

/// Who is signed in, as the navigation shows it.
#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    /// How many games wait for this person's turn.
    pub turns: u32,
    /// Whether it is a guest, whose games live in this browser only.
    pub guest: bool,
}

impl Layout {
    /// The window's title: how many games wait stands first, where a tab still shows it.
    pub fn window_title(&self) -> String {
        let title = &self.title;
        match &self.person {
            Some(Person { turns, .. }) if *turns > 0 => {
                self.text("window-title-turns").with("n", turns).with("title", title).to_string()
            }
            _ => self.text("window-title").with("title", title).to_string(),
        }
    }

    /// A message without arguments.
    pub fn say(&self, key: &'static str) -> &'static str {
        self.locale.say(key)
    }

    /// A message with arguments.
    pub fn text(&self, key: &'static str) -> Text {
        self.locale.text(key)
    }

    /// A message with markup.
    pub fn html(&self, key: &'static str) -> Markup {
        self.locale.html(key)
    }

    /// A message that was chosen where no language was known.
    pub fn tell(&self, message: &Message) -> String {
        self.locale.tell(message)
    }

    /// The name of the guest who looks at the page.
    pub fn guest(&self) -> Option<&str> {
        self.person.as_ref().filter(|person| person.guest).map(|person| person.name.as_str())
    }

    /// The same for somebody whose session begins with this very answer.
    #[must_use]
    pub fn fresh(self, name: &str, session: &str) -> Self {
        let person = Some(Person { name: name.to_owned(), turns: 0, guest: false });
        Self { person, csrf: FormToken::new(Token::of(session)), ..self }
    }

    /// The same with a picture for previews of links to the page.
    #[must_use]
    pub fn with_image(self, image: Option<String>) -> Self {
        Self { image, ..self }
    }

    pub fn style(&self) -> &'static Asset {
        &STYLE
    }

    /// The scripts, the one to start first.
    pub fn scripts(&self) -> &'static [Asset] {
        scripts()
    }

    /// What a phone needs to keep the site among its programs.
    pub fn manifest(&self) -> &'static Asset {
        &MANIFEST
    }

    /// The icon, with how many games wait on it.
    pub fn icon(&self) -> &'static Asset {
        icon(self.person.as_ref().map_or(0, |person| person.turns))
    }

    /// The icon as pixels, for phones that do not draw the other one.
    pub fn touch_icon(&self) -> &'static Asset {
        &PIXELS[0]
    }
}
