//! Where things are on the table page of each version.

use serde::Serialize;

/// Selectors of one version.
#[derive(Serialize)]
pub struct Page {
    /// What shows the board, and clips it.
    pub pane: &'static str,
    /// The part of the page that belongs to the board.
    pub frame: &'static str,
    pub confirm: &'static str,
    /// The Confirm that has a fixed place.
    pub panel: &'static str,
    /// Texts in the rows of players.
    pub row: &'static str,
    pub rotate: &'static str,
    /// Follower spots on the board.
    pub spot: &'static str,
    /// Buttons that place a follower, apart from the spots.
    pub follower: &'static str,
    /// Present only on a page of its own after a turn.
    pub done: &'static str,
    /// What leads from there back to the game.
    pub onward: &'static str,
    /// The key that leads to the cells, and the one that leads from cell to cell.
    #[serde(skip)]
    pub first_cell: &'static str,
    #[serde(skip)]
    pub next_cell: &'static str,
    /// Dragging moves the board, and the page itself doesn't scroll.
    #[serde(skip)]
    pub pans: bool,
    #[serde(skip)]
    pub rotates_while_hovering: bool,
}

/// A draft has a sheet in the page's first column, and a turn's result is a page of its own.
pub const OLD: Page = Page {
    pane: "svg.board",
    frame: ".board-box",
    confirm: ".sheet [data-act=confirm]",
    panel: ".sheet [data-act=confirm]",
    row: ".players strong, .players small",
    rotate: ".sheet [data-act=rotate]",
    spot: ".ghost.fixed .a-spot",
    follower: ".sheet .chip:not([data-act='follower '])",
    done: ".told",
    onward: ".turn .actions a.button:not([href='/next'], [href='/'])",
    first_cell: "Tab",
    next_cell: "Tab",
    pans: false,
    rotates_while_hovering: false,
};

/// A draft has a capsule beside the tile and a fixed form, and a turn's result appears on the same page.
pub const NEW: Page = Page {
    pane: ".pane",
    frame: ".pane",
    confirm: "[data-act=confirm]",
    panel: ".act [data-act=confirm]",
    row: ".rail .players li :not(.sr-only), .summary li",
    rotate: ".capsule [data-act=rotate], .act [data-act=rotate]",
    spot: ".spot",
    follower: ".act .chip:not([value=''], .no)",
    done: "#no-such-page",
    onward: "#no-such-page a",
    first_cell: "ArrowRight",
    next_cell: "ArrowRight",
    pans: true,
    rotates_while_hovering: true,
};
