//! A browser without scripts: cookies, pages, links and forms.

use std::cell::OnceCell;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::{Client, Method, redirect};
use scraper::{ElementRef, Html, Selector};

use crate::messages::{collapsed, message, says, says_with};

/// Stores cookies, follows redirects, and sends forms as pages contain them.
#[derive(Clone)]
pub struct Browser {
    client: Client,
    origin: String,
}

/// A response.
pub struct Page {
    pub status: u16,
    /// Path and query, after redirects.
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
    /// Parsed when somebody looks at it.
    html: OnceCell<Html>,
}

/// A form of a page, with its prefilled fields.
#[derive(Clone)]
pub struct Form {
    pub action: String,
    pub fields: Vec<(String, String)>,
}

impl Browser {
    pub fn new(origin: &str) -> Self {
        // Shorter than the server's, so that it never closes a connection that is being used again.
        let idle = Duration::from_secs(1);
        let client = Client::builder().cookie_store(true).redirect(redirect::Policy::none());
        let client = client.pool_idle_timeout(idle).build().unwrap();
        Self { client, origin: origin.to_owned() }
    }

    /// The same browser at another server, with the same cookies.
    #[must_use]
    pub fn at(&self, origin: &str) -> Self {
        Self { client: self.client.clone(), origin: origin.to_owned() }
    }

    /// Sends a request without following redirects.
    pub async fn request(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<reqwest::Body>,
    ) -> Page {
        let mut request = self.client.request(method, format!("{}{path}", self.origin));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.body(body).send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = response.text().await.unwrap();
        Page { status, path: path.to_owned(), headers, html: OnceCell::new(), body }
    }

    /// Downloads a file that is not text: its status, headers and bytes.
    pub async fn download(&self, path: &str) -> (u16, HeaderMap, Vec<u8>) {
        let response = self.client.get(format!("{}{path}", self.origin)).send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        (status, headers, response.bytes().await.unwrap().to_vec())
    }

    /// Opens an event stream.
    pub async fn news(&self, path: &str) -> News {
        self.news_with(path, &[]).await
    }

    /// Opens a stream with more headers.
    pub async fn news_with(&self, path: &str, headers: &[(&str, &str)]) -> News {
        let mut request = self.client.get(format!("{}{path}", self.origin));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.unwrap();
        News { status: response.status().as_u16(), response }
    }

    /// Loads a page, following redirects.
    pub async fn get(&self, path: &str) -> Page {
        let page = self.request(Method::GET, path, &[], String::new()).await;
        self.follow(page).await
    }

    /// Sends fields as a form, without following redirects.
    pub async fn post<N: AsRef<str>, V: AsRef<str>>(&self, path: &str, fields: &[(N, V)]) -> Page {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| (name.as_ref().to_owned(), value.as_ref().to_owned()))
            .collect();
        let body = encode(&fields);
        let kind = [(CONTENT_TYPE.as_str(), "application/x-www-form-urlencoded")];
        self.request(Method::POST, path, &kind, body).await
    }

    /// Follows a link of the page by the message that its text begins with.
    pub async fn press(&self, page: &Page, key: &str) -> Page {
        self.get(&page.link(key)).await
    }

    /// Sends a form, following redirects.
    pub async fn submit(&self, form: Form) -> Page {
        let page = self.post(&form.action, &form.fields).await;
        self.follow(page).await
    }

    /// Sends a form that asks for a page, following redirects.
    pub async fn ask(&self, form: Form) -> Page {
        self.get(&format!("{}?{}", form.action, encode(&form.fields))).await
    }

    /// A valid form token for this browser.
    pub async fn token(&self) -> String {
        let page = self.get("/recover").await;
        page.form("/recover").value("csrf")
    }

    async fn follow(&self, mut page: Page) -> Page {
        for _ in 0..5 {
            if !(300..400).contains(&page.status) {
                return page;
            }
            let to = page.headers[LOCATION].to_str().unwrap().to_owned();
            assert!(to.starts_with('/'), "a redirect leads away: {to}");
            page = self.request(Method::GET, &to, &[], String::new()).await;
        }
        panic!("redirects without end");
    }
}

/// Encodes fields as a browser does.
pub fn encode(fields: &[(String, String)]) -> String {
    let escape = |text: &str| -> String {
        text.bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
                b' ' => "+".to_owned(),
                byte => format!("%{byte:02X}"),
            })
            .collect()
    };
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
    pairs.join("&")
}

impl Page {
    fn html(&self) -> &Html {
        self.html.get_or_init(|| Html::parse_document(&self.body))
    }

    /// The whole text of the page, with whitespace collapsed.
    pub fn text(&self) -> String {
        collapsed(&self.html().root_element().text().collect::<Vec<_>>().join(" "))
    }

    /// Whether the page contains this message of `locales/en`, whatever its arguments are.
    pub fn says(&self, key: &str) -> bool {
        says(&self.text(), key)
    }

    /// Whether the page contains this message with these arguments, whatever the others are.
    pub fn says_with(&self, key: &str, args: &[(&str, &str)]) -> bool {
        says_with(&self.text(), key, args)
    }

    pub fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.html().select(&Selector::parse(selector).unwrap()).collect()
    }

    /// The text of the matching elements.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let text = |element: ElementRef| collapsed(&element.text().collect::<Vec<_>>().join(" "));
        self.all(selector).into_iter().map(text).collect()
    }

    pub fn heading(&self) -> String {
        self.texts("h1").join(" ")
    }

    /// The targets of the matching links.
    pub fn links(&self, selector: &str) -> Vec<String> {
        self.all(selector).into_iter().filter_map(|link| link.attr("href").map(str::to_owned)).collect()
    }

    /// The target of the first link whose text begins with this message of `locales/en`.
    pub fn link(&self, key: &str) -> String {
        let label = message(key);
        let nth = self.texts("a[href]").iter().position(|text| text.starts_with(&label));
        let nth = nth.unwrap_or_else(|| panic!("{}: no link says {label}: {}", self.path, self.text()));
        self.links("a[href]").swap_remove(nth)
    }

    /// The form with this action.
    pub fn form(&self, action: &str) -> Form {
        self.find_form(action)
            .unwrap_or_else(|| panic!("{}: no form goes to {action}: {}", self.path, self.text()))
    }

    /// The form with this action, if there is one.
    pub fn find_form(&self, action: &str) -> Option<Form> {
        let form = self.all("form").into_iter().find(|form| form.attr("action") == Some(action))?;
        let mut fields = Vec::new();
        for field in form.select(&Selector::parse("input, select, textarea").unwrap()) {
            let Some(name) = field.attr("name") else { continue };
            let value = match (field.value().name(), field.attr("type")) {
                ("select", _) => Some(chosen_option(field)),
                (_, Some("radio" | "checkbox")) if field.attr("checked").is_none() => None,
                _ => Some(field.attr("value").unwrap_or("").to_owned()),
            };
            fields.extend(value.map(|value| (name.to_owned(), value)));
        }
        Some(Form { action: action.to_owned(), fields })
    }

    /// The values of a radio group.
    pub fn choices(&self, name: &str) -> Vec<String> {
        let radios = self.all(&format!("input[type=radio][name={name}]"));
        radios.into_iter().map(|radio| radio.attr("value").unwrap_or("").to_owned()).collect()
    }
}

fn chosen_option(select: ElementRef) -> String {
    let options: Vec<ElementRef> = select.select(&Selector::parse("option").unwrap()).collect();
    let chosen = options.iter().find(|option| option.attr("selected").is_some()).or(options.first());
    chosen.map_or_else(String::new, |option| {
        option.attr("value").map_or_else(|| option.text().collect(), str::to_owned)
    })
}

impl Form {
    /// Fills in a field, or adds one that the form does not have. Of a checkbox with a hidden field for its absence, this
    /// leaves only the value.
    #[must_use]
    pub fn set(mut self, name: &str, value: &str) -> Self {
        match self.fields.iter().position(|(known, _)| known == name) {
            Some(at) => {
                let mut first = true;
                self.fields.retain(|(known, _)| known != name || std::mem::take(&mut first));
                value.clone_into(&mut self.fields[at].1);
            }
            None => self.fields.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    /// The value of a field.
    pub fn value(&self, name: &str) -> String {
        self.fields
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
            .unwrap_or_default()
    }
}

/// An open event stream.
pub struct News {
    pub status: u16,
    response: reqwest::Response,
}

impl News {
    pub async fn chunk(&mut self) -> Option<String> {
        let chunk = self.response.chunk().await.unwrap()?;
        Some(String::from_utf8(chunk.to_vec()).unwrap())
    }
}
