//! A table that waits for players, and its invite link.

use std::borrow::Cow;

use crate::html::games::caches::Caches;
use crate::html::games::show::GameQuery;
use crate::html::games::{self, LoadedGame};
use crate::html::games::{SeriesPart, TalkSummary};
use crate::html::lobby::settings;
use crate::html::lobby::table_page::{
    InvitePart, InvitedPlayer, MayJoin, RevealPart, SaltRow, SeatRow, SharedLink, TablePage,
};
use crate::html::response::PageResult;
use crate::html::rulebook::note::RulesNote;
use crate::html::wording::invitation::InvitationRow;
use crate::html::wording::{deadline, player, reliability};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::GamePath;
use crate::http::overlay::Tab;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use crate::locale::{Locale, Message, key};
use account::{Maker, UserId};
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use service::{JoinError, SALT_LONGEST, TableView};
use table::{GameId, Invite, Person, Player, Table, WaitingSeat};

/// `/games/{id}`: the table before its game, or the game.
pub(crate) async fn show(
    viewer: Viewer,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let query = GameQuery::read(&Fields::of_query(&request)?)?;
    let table = games::table(&viewer, &id).await?;
    let hints = viewer.web().service.hints(viewer.principal(), &table).await;
    match LoadedGame::of(viewer.locale(), &caches, table) {
        Ok(loaded) => {
            let talk = games::talk::summary(&viewer, &loaded.table, query.tab == Tab::Talk).await?;
            let series = SeriesPart::of(&viewer, loaded.table()).await?;
            let loaded = loaded.with_series(series);
            let tab = if query.tab == Tab::Talk && !talk.is_offered() { Tab::default() } else { query.tab };
            let query = GameQuery { tab, ..query };
            let loaded = loaded.with_hints(hints).with_talk(talk).with_follows(&viewer).await?;
            games::show::get(&viewer, &loaded, query, &request)
        }
        Err(table) => {
            let talk = games::talk::summary(&viewer, &table, false).await?;
            page_with(&viewer, &table, None, None, talk)
        }
    }
}

/// `/join/{key}`: the table behind an invite link.
pub(crate) async fn invited(viewer: Viewer, key: Path<String>) -> PageResult {
    let invite = Invite::parse(&key).ok_or(PageError::NotFound)?;
    let service = &viewer.web().service;
    let game = service.invited(viewer.principal(), &invite).await?.ok_or(PageError::NotFound)?;
    let table = service.table(viewer.principal(), &game, Some(&invite)).await?.ok_or(PageError::NotFound)?;
    if table.table.is_waiting() && table.you.is_none() {
        page(&viewer, &table, Some(&invite), None)
    } else {
        Ok(viewer.go(&Url::Game(&game), None, &[]))
    }
}

/// Why a form on the table's page was rejected, with what was typed.
pub(crate) enum Refused {
    /// The hash of a salt.
    Hash { sentence: String, typed: String },
    /// A salt.
    Salt { sentence: String },
    /// The name of a player to invite, and the players whose names begin like it.
    Name { sentence: String, name: String, choices: Vec<String> },
    /// Taking a seat.
    Seat,
}

/// The page of a table that waits for players.
pub(crate) fn page(
    viewer: &Viewer,
    table: &TableView,
    invite: Option<&Invite>,
    refused: Option<Refused>,
) -> PageResult {
    page_with(viewer, table, invite, refused, TalkSummary::closed(viewer, &table.table))
}

fn page_with(
    viewer: &Viewer,
    table: &TableView,
    invite: Option<&Invite>,
    refused: Option<Refused>,
    talk: TalkSummary,
) -> PageResult {
    let (game, locale) = (&table.table, viewer.locale());
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let mut part = InvitePart {
        link: link(viewer, table),
        asked: asked(viewer, table),
        by_name: may_invite(viewer, table),
        invitable: table.invitable.iter().map(|person| person.name.clone()).collect(),
        make_public: may_make_public(viewer, table),
        error: None,
        name: String::new(),
        choices: Vec::new(),
    };
    let (mut error, mut salt_hash) = (None, String::new());
    match refused {
        Some(Refused::Hash { sentence, typed }) => (error, salt_hash) = (Some(sentence), typed),
        Some(Refused::Salt { sentence }) => error = Some(sentence),
        Some(Refused::Name { sentence, name, choices }) => {
            (part.error, part.name, part.choices) = (Some(sentence), name, choices);
        }
        // The page itself says why.
        Some(Refused::Seat) | None => {}
    }
    viewer.page_with(
        status,
        &TablePage {
            layout: viewer
                .layout(locale.text("table-title").with("seats", game.seats().len()))
                .with_unread(talk.unread),
            talk,
            error,
            id: game.id.clone(),
            rules: RulesNote::of(
                locale,
                &game.settings.rules,
                game.settings.aids,
                invite.is_none().then(|| game.id.clone()),
            ),
            seats: seats(locale, table),
            free: game.free_seats(),
            settings: settings::facts(
                locale,
                &game.settings,
                people(game),
                viewer.web().service.game_lengths().of_table(game),
            ),
            public: game.is_public(),
            commitment: table.commitment.to_string(),
            invite: part,
            invitation: InvitationRow::of(viewer, game),
            tables: game.revision,
            join: may_join(viewer, table, invite),
            may_close: table.is_opener && game.is_waiting(),
            salt_hash,
            salts: salts(locale, game),
            reveal: reveal(viewer, game),
            salt_longest: SALT_LONGEST,
        },
    )
}

fn seats(locale: Locale, table: &TableView) -> Vec<SeatRow> {
    let (game, reserved) = (&table.table, table.table.reserved());
    let seats = game.seats().into_iter().zip(player::names(locale, game)).enumerate();
    let reliable = |user: &UserId| Some(reliability::name(locale, *table.reliability.get(user)?));
    let bot_of = |maker: &Maker| locale.text("player-bot-of").with("maker", &maker.name).to_string();
    let row = |(i, (player, name)): (usize, (Option<&Player>, Option<Cow<'_, str>>))| {
        let reserved_for = reserved.get(i).copied().flatten();
        let you = table.you.is_some_and(|seat| seat.index() == i);
        SeatRow {
            player: name.map(Cow::into_owned),
            bot_of: player.and_then(Player::person).and_then(|person| person.bot_of.as_ref()).map(bot_of),
            level: player.and_then(|player| player.level()?.number()),
            you,
            reserved_for: reserved_for.map(|person| player::person_name(locale, person).into_owned()),
            declined: reserved_for.is_some_and(|person| game.has_declined(&person.id)),
            handicap: game.settings.handicaps.get(i).copied().unwrap_or(0),
            reliability: player.and_then(Player::user).filter(|_| !you).and_then(reliable),
        }
    };
    seats.map(row).collect()
}

/// The seats that computer players don't have.
fn people(game: &Table) -> usize {
    game.seats().into_iter().filter(|player| player.is_none_or(|player| player.level().is_none())).count()
}

fn salts(locale: Locale, game: &Table) -> Vec<SaltRow> {
    let known = game.revealing().map(|revealing| revealing.salts.as_slice()).unwrap_or_default();
    let state = |seat: usize| {
        let revealed = known.get(seat).copied().flatten()?.revealed;
        Some(locale.say(if revealed { key("table-salt-revealed") } else { key("table-salt-missing") }))
    };
    let people = game.seats().into_iter().enumerate();
    let people = people.filter_map(|(seat, player)| Some((seat, player.and_then(Player::person)?)));
    let hashes = game.salt_hashes();
    let row = |(seat, person): (usize, &Person)| SaltRow {
        player: player::person_name(locale, person).into_owned(),
        state: state(seat),
        hash: hashes.get(seat).copied().flatten().map(String::from),
    };
    people.map(row).collect()
}

fn reveal(viewer: &Viewer, game: &Table) -> Option<RevealPart> {
    game.revealing()?;
    let missing = viewer.user().and_then(|user| game.missing_salt(&user.id));
    Some(RevealPart { until: deadline::of(viewer, game)?, missing: missing.map(String::from) })
}

/// Whether the viewer may invite players by name, and has a seat to offer.
fn may_invite(viewer: &Viewer, table: &TableView) -> bool {
    let opener = viewer.user().filter(|account| table.is_opener && !account.guest);
    opener.is_some_and(|account| table.table.seat_for(&account.id).is_some())
}

/// Whether the viewer may list the table, which isn't.
fn may_make_public(viewer: &Viewer, table: &TableView) -> bool {
    let is_hidden = table.table.is_waiting() && !table.table.is_public();
    is_hidden && table.is_opener && viewer.guest().is_none()
}

/// The address to share, if it leads to an open seat.
fn link(viewer: &Viewer, table: &TableView) -> Option<SharedLink> {
    let game = &table.table;
    let address = match &table.invite {
        Some(invite) => viewer.absolute(&Url::InviteLink(invite.reveal())),
        None if table.you.is_some() || table.is_opener => viewer.absolute(&Url::Game(&game.id)),
        None => return None,
    };
    // The seat of a player who declined is open only to those with the link of a private table.
    let may_take = |person: &Person| !game.is_public() && game.has_declined(&person.id);
    let is_open = |seat: &WaitingSeat| seat.player.is_none() && seat.reserved.as_ref().is_none_or(may_take);
    let waits_for_opener = table.computer_only && game.free_seats() == 1;
    if waits_for_opener || !game.waiting().iter().any(is_open) {
        return None;
    }
    let code = art::qr_code(&address, viewer.locale().say("table-invite-code"))?;
    Some(SharedLink { address, code })
}

fn asked(viewer: &Viewer, table: &TableView) -> Vec<InvitedPlayer> {
    if table.you.is_none() && !table.is_opener {
        return Vec::new();
    }
    let (locale, now) = (viewer.locale(), viewer.web().service.now());
    let mut invitations: Vec<_> = table.table.invitations().iter().collect();
    invitations.sort_by_key(|invitation| invitation.at);
    let asked = invitations.into_iter().map(|invitation| {
        let key = if invitation.declined { key("table-declined-at") } else { key("table-invited-at") };
        let state = locale.text(key).with("at", locale.distance(invitation.at, now)).to_string();
        InvitedPlayer { name: player::person_name(locale, &invitation.person).into_owned(), state }
    });
    asked.collect()
}

fn may_join(viewer: &Viewer, table: &TableView, invite: Option<&Invite>) -> MayJoin {
    let key = invite.map(Invite::reveal);
    let back = || back(&table.table.id, invite);
    let unfit = unfit(table).map(|why| viewer.locale().format(&Message::from(&why)));
    match (table.you, viewer.user()) {
        _ if !table.table.is_waiting() => MayJoin::Full,
        (Some(_), _) => MayJoin::Seated,
        (None, Some(account)) if account.guest && !table.computer_only => MayJoin::Guest { back: back() },
        (None, Some(_)) if table.table.settings.rated && table.table.settings.bots => {
            MayJoin::No(viewer.locale().format(&Message::from(&JoinError::ForBots)))
        }
        (None, Some(account)) if table.table.seat_for(&account.id).is_none() => MayJoin::Reserved,
        (None, Some(_)) => match unfit {
            Some(why) => MayJoin::No(why),
            None => MayJoin::Yes { invite: key.map(str::to_owned) },
        },
        (None, None) => MayJoin::SignIn { back: back() },
    }
}

/// Why how the viewer has played so far, or a block, keeps them from taking a seat.
fn unfit(table: &TableView) -> Option<JoinError> {
    if table.blocked {
        return Some(JoinError::Blocked);
    }
    let unreliable = table
        .too_unreliable
        .map(|reliability| JoinError::unreliable(table.table.settings.reliability, reliability));
    let range = table.table.settings.rating;
    unreliable.or_else(|| table.rating_outside.map(|yours| JoinError::Rating { range, yours }))
}

/// The path to return to after signing in.
pub(crate) fn back(game: &GameId, invite: Option<&Invite>) -> String {
    match invite {
        Some(invite) => Url::InviteLink(invite.reveal()).to_string(),
        None => Url::Game(game).to_string(),
    }
}
