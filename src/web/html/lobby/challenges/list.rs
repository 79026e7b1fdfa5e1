//! `/challenges`: the viewer's challenges.

use crate::html::lobby::challenges::page::ChallengesPage;
use crate::html::response::PageResult;
use crate::html::wording::challenge::ChallengeRow;
use crate::http::session::SignedIn;

pub(crate) async fn get(SignedIn { viewer, user }: SignedIn) -> PageResult {
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let (mut received, mut sent, mut decided) = (Vec::new(), Vec::new(), Vec::new());
    for view in service.challenges(viewer.principal()).await? {
        let list = match view.challenge.is_open(service.now()) {
            true if view.waits_for(&user.id) => &mut received,
            true => &mut sent,
            false => &mut decided,
        };
        list.push(ChallengeRow::of(&viewer, &view, &user.id));
    }
    let layout = viewer.layout(locale.say("challenges-title"));
    viewer.page(&ChallengesPage { layout, received, sent, decided })
}
