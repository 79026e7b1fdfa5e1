//! The pages' caches: drawings, pictures and planar graphs of games. Their keys contain the event number, so entries never
//! become stale.

use crate::web::html::games::{draw, picture, plane};
use crate::web::http::session::Viewer;

#[derive(Debug, Default)]
pub(in crate::web) struct Caches {
    pub(in crate::web) drawings: draw::Drawings,
    pub(in crate::web) rasters: picture::Rasters,
    pub(in crate::web) graphs: plane::Graphs,
}

impl Caches {
    /// The caches of the server that handles this request.
    pub(in crate::web) fn of(viewer: &Viewer) -> &Self {
        // `web::serve` puts a value of this type into every state.
        viewer.web().caches().unwrap_or_else(|| unreachable!("a server without caches"))
    }
}
