//! Games as JSON: what pages show of a table and its game.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api::table_json::TableJson;
use engine::{
    Board, Cell, Colour, Follower, FollowerKind, Game, Place, PlacedFollower, PlacedTile, Rotation, Seat,
    TileKind, Turn, legal,
};
use insight::{Feature, Player};
use service::TableView;
use table::{Agreements, Clocks, Replay};

/// A tile on the table.
#[derive(Serialize, ToSchema)]
#[schema(as = Tile)]
pub(super) struct TileJson {
    #[schema(value_type = String, example = "CRFR")]
    tile: TileKind,
    /// Cells east of the start tile.
    x: i16,
    /// Cells south of the start tile.
    y: i16,
    /// Clockwise quarter turns.
    #[schema(value_type = u8)]
    rotation: Rotation,
}

/// A follower on the board.
#[derive(Serialize, ToSchema)]
#[schema(as = Standing)]
pub(super) struct StandingJson {
    /// From 0, in turn order.
    #[schema(value_type = u8)]
    colour: Colour,
    #[schema(value_type = String, example = "meeple")]
    kind: FollowerKind,
    /// The cell of its tile.
    x: i16,
    y: i16,
    /// Its place on that tile; `null` for the second of two fields inside a tile.
    #[schema(value_type = Option<String>, example = "left:1")]
    on: Option<Place>,
}

/// The board and what is on it, after the last event.
#[derive(Serialize, ToSchema)]
#[schema(as = Play)]
pub(super) struct PlayJson {
    /// In the order in which they were placed; the first is the start tile.
    tiles: Vec<TileJson>,
    followers: Vec<StandingJson>,
    /// Points and supplies, in turn order.
    #[schema(value_type = Vec<Object>)]
    players: Vec<Player>,
    /// Roads, cities, cloisters and fields.
    #[schema(value_type = Vec<Object>)]
    features: Vec<Feature>,
    /// Draws still to come.
    tiles_left: usize,
    /// Whether the player to move may skip the second part of a double turn.
    may_pass: bool,
}

/// A table with its game.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub(super) struct GameJson<'p> {
    #[serde(flatten)]
    table: TableJson,
    /// The sender's seat.
    you: Option<u8>,
    /// The secret of the invite link, for those who may share it.
    #[serde(skip_serializing_if = "Option::is_none")]
    invite: Option<String>,
    /// The SHA-256 of the draw secret.
    commitment: String,
    /// Whether the clock of the player to move stands.
    clock_stands: bool,
    /// The seconds in the bank of each seat before the turn that it has, or will have next; `null` without a clock.
    banks: Option<Vec<i64>>,
    /// What the players have proposed and agreed on; only for players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    agreements: Option<Agreements>,
    /// `null` before the start.
    #[schema(value_type = Option<PlayJson>)]
    play: Option<&'p RawValue>,
}

impl<'p> GameJson<'p> {
    pub fn of(view: &TableView, clocks: Option<&Clocks>, play: Option<&'p RawValue>) -> Self {
        let seats = || (0..).map(Seat).take(view.table.seats().len());
        Self {
            table: TableJson::of(&view.table),
            you: view.you.map(|seat| seat.0),
            invite: view.invite.as_ref().map(|invite| invite.reveal().to_owned()),
            commitment: view.commitment.to_string(),
            clock_stands: view.stop.is_some(),
            banks: clocks.map(|clocks| seats().map(|seat| clocks.bank(seat).num_seconds()).collect()),
            agreements: view.you.map(|_| view.table.agreements.clone()),
            play,
        }
    }
}

impl PlayJson {
    pub fn of(replay: &Replay) -> Self {
        let (game, board) = (&replay.game, replay.game.board());
        let tile = |&PlacedTile { kind, position: Cell { x, y }, rotation, .. }: &PlacedTile| TileJson {
            tile: kind,
            x,
            y,
            rotation,
        };
        Self {
            tiles: board.tiles().iter().map(tile).collect(),
            followers: board.followers().iter().map(|follower| standing(board, follower)).collect(),
            players: Player::all(game),
            features: insight::features(board).collect(),
            tiles_left: game.tiles_left(),
            may_pass: legal::may_pass(game),
        }
    }
}

fn standing(board: &Board, &PlacedFollower { colour, kind, tile, segment }: &PlacedFollower) -> StandingJson {
    let PlacedTile { kind: tile, position: Cell { x, y }, rotation, .. } = board.tiles()[tile];
    StandingJson { colour, kind, x, y, on: Place::name(tile, rotation, segment) }
}

/// A follower of a turn: what the document says about `engine::Follower`.
#[derive(Serialize, ToSchema)]
#[schema(as = Follower)]
pub(super) struct FollowerJson {
    /// `meeple`, `big`, `builder` or `pig`.
    kind: String,
    /// A place on the new tile, such as `top`, `right:1` or `center`.
    on: String,
}

/// Where a tile can be placed, and with which followers.
#[derive(Serialize, ToSchema)]
#[schema(as = Placement)]
pub(super) struct PlacementJson {
    #[serde(flatten)]
    placed: TileJson,
    /// Those that can be placed in the same turn.
    #[schema(value_type = Vec<FollowerJson>)]
    followers: Vec<Follower>,
}

/// The legal turns of the player to move.
#[derive(Serialize, ToSchema)]
#[schema(as = Placements)]
pub(super) struct PlacementsJson {
    /// The number of the last event: `expected` of a turn.
    last: u32,
    /// Of each tile in the hand, without rotations that look alike. Empty when the game is over.
    placements: Vec<PlacementJson>,
    may_pass: bool,
}

impl PlacementsJson {
    pub fn of(last: u32, game: &Game) -> Self {
        let mut placements = Vec::new();
        game.position().each_distinct_placement(|placement| {
            let Turn { tile, position: Cell { x, y }, rotation, .. } = placement.turn(None);
            let followers = placement.followers().into_iter().collect();
            placements.push(PlacementJson { placed: TileJson { tile, x, y, rotation }, followers });
        });
        Self { last, placements, may_pass: legal::may_pass(game) }
    }
}

/// A turn, or one part of a double turn.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Turn)]
pub(super) struct PlacedTurn {
    #[schema(value_type = String, example = "RFRF")]
    tile: TileKind,
    /// Cells east of the start tile.
    x: i16,
    /// Cells south of the start tile.
    y: i16,
    /// Clockwise quarter turns.
    #[schema(value_type = u8, maximum = 3)]
    rotation: Rotation,
    #[schema(value_type = Option<FollowerJson>)]
    follower: Option<Follower>,
}

impl PlacedTurn {
    pub fn of(Turn { tile, position: Cell { x, y }, rotation, follower }: Turn) -> Self {
        Self { tile, x, y, rotation, follower }
    }

    pub fn turn(&self) -> Turn {
        let Self { tile, x, y, rotation, follower } = *self;
        Turn { tile, position: Cell::new(x, y), rotation, follower }
    }
}

/// A turn, or one part of a double turn, in a position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnBody {
    /// The number of the last event that the player has seen. Or send `If-Match`.
    pub expected: Option<u32>,
    /// A tile of the hand.
    #[schema(value_type = String, example = "RFRF")]
    tile: TileKind,
    /// Cells east of the start tile.
    x: i16,
    /// Cells south of the start tile.
    y: i16,
    /// Clockwise quarter turns.
    #[schema(value_type = u8, maximum = 3)]
    rotation: Rotation,
    #[schema(value_type = Option<FollowerJson>)]
    follower: Option<Follower>,
}

impl TurnBody {
    pub fn turn(&self) -> Turn {
        let Self { tile, x, y, rotation, follower, .. } = *self;
        Turn { tile, position: Cell::new(x, y), rotation, follower }
    }
}
