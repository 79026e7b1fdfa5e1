//! `/oembed`: how other sites show links to games of this one, as <https://oembed.com> describes it.

use actix_web::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::{FRESH, public};
use crate::html::games::caches::Caches;
use crate::html::response::PageResult;
use crate::html::wording::embed_code::{HEIGHT, WIDTH, embed_code};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::state::State;
use crate::http::urls::Url;
use table::GameId;

/// A link to a game, or to the board after one of its events.
#[derive(Debug, PartialEq, Eq)]
struct Link {
    game: GameId,
    n: Option<u32>,
}

impl Link {
    /// `None` for addresses of other sites, and for other pages of this one.
    fn parse(url: &str, origin: &str) -> Option<Self> {
        let path = url.strip_prefix(origin)?.split(['?', '#']).next()?;
        let path = path.strip_prefix("/embed").unwrap_or(path);
        let mut parts = path.strip_prefix("/games/")?.split('/');
        let game = GameId::parse(parts.next()?)?;
        let n = match (parts.next(), parts.next(), parts.next()) {
            (None | Some("final"), None, None) => None,
            (Some("moves"), Some(n), None) => Some(n.parse().ok()?),
            _ => return None,
        };
        Some(Self { game, n })
    }

    /// The address of the page for frames.
    fn embed(&self) -> Url<'_> {
        self.n.map_or(Url::Embed(&self.game), |n| Url::EmbedMove(&self.game, n))
    }
}

pub(crate) async fn get(web: Data<State>, caches: Data<Caches>, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let url = fields.required("url")?;
    match fields.optional("format")? {
        None | Some("json") => {}
        // Including XML.
        Some(_) => {
            let only = "Only JSON is available: format=json\n";
            return Ok(HttpResponse::NotImplemented().content_type("text/plain; charset=utf-8").body(only));
        }
    }
    let [width, height] = [("maxwidth", WIDTH), ("maxheight", HEIGHT)]
        .map(|(name, usual)| fields.parsed::<u32>(name).map(|most| most.unwrap_or(usual).min(usual)));
    let (width, height) = (width?, height?);
    let link = Link::parse(url, &web.origin).ok_or(PageError::NotFound)?;
    let loaded = public(&web, &caches, &link.game, &request).await?;
    let n = link.n.unwrap_or(loaded.last());
    if loaded.points_after(n).is_none() {
        return Err(PageError::NotFound);
    }
    let fresh = FRESH[usize::from(loaded.is_finished())];
    let answer = json!({
        "version": "1.0",
        "type": "rich",
        "title": loaded.title(),
        "provider_name": "Bastide",
        "provider_url": web.origin,
        "cache_age": fresh,
        "html": embed_code(loaded.names().locale(), &format!("{}{}", web.origin, link.embed()), width, height),
        "width": width,
        "height": height,
    });
    Ok(HttpResponse::Ok()
        .content_type("application/json; charset=utf-8")
        .insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((CACHE_CONTROL, format!("public, max-age={fresh}")))
        .body(answer.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_and_moves_of_this_host_are_links() {
        let origin = "https://play.example";
        let link = |path: &str| Link::parse(&format!("{origin}{path}"), origin);
        let game = GameId::new([1; 10]);
        for (path, n) in [
            ("", None),
            ("?on=graph#top", None),
            ("/final", None),
            ("/moves/7", Some(7)),
            ("/moves/7?on=graph", Some(7)),
        ] {
            let found = link(&format!("/games/{game}{path}"));
            assert_eq!(found, Some(Link { game: game.clone(), n }), "{path}");
        }
        assert!(link(&format!("/embed/games/{game}")).is_some());
        for path in ["", "/", "/games", "/games/x", "/account"] {
            assert_eq!(link(path), None, "{path}");
        }
        for path in ["/moves", "/moves/x", "/moves/7/step", "/record.jsonl", "/moves/-1"] {
            assert_eq!(link(&format!("/games/{game}{path}")), None, "{path}");
        }
        for url in [
            format!("https://evil.example/games/{game}"),
            format!("https://play.example.evil/games/{game}"),
            format!("http://play.example/games/{game}"),
        ] {
            assert_eq!(Link::parse(&url, origin), None, "{url}");
        }
    }
}
