//! What pages cache: drawings, pictures and planar graphs of games, which follow from their events and never change.

use crate::web::html::games::{draw, picture, plane};
use crate::web::http::session::Viewer;

/// The caches of a server.
#[derive(Debug, Default)]
pub(in crate::web) struct Caches {
    pub(in crate::web) drawings: draw::Drawings,
    pub(in crate::web) rasters: picture::Rasters,
    pub(in crate::web) graphs: plane::Graphs,
}

impl Caches {
    /// The caches of the server that the viewer asks.
    pub(in crate::web) fn of(viewer: &Viewer) -> &Self {
        // `web::serve` gives every state a value of this type.
        viewer.web().caches().unwrap_or_else(|| unreachable!("a server without caches"))
    }
}
