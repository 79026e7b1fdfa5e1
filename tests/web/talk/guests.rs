//! Guests who sign up, sign in or go.

use bastide::config::ChatSetting;

use crate::app::{PASSWORD, TestApp};
use crate::talk::pages::{game, say_form, unread};
use crate::talk::{guest, lines, read, said};

#[tokio::test]
async fn the_notes_of_a_guest_come_along_to_the_account() {
    for new in [true, false] {
        let app = TestApp::start_with_chat(ChatSetting::All).await;
        app.person("ann").await;
        let (guest, own) = guest(&app).await;
        said(&guest, &own, "notes", "watch the east").await;
        let (path, name) = if new { ("/signup", "ben") } else { ("/login", "ann") };
        let form = guest.get(path).await.form(path).set("name", name).set("password", PASSWORD);
        let page = guest.submit(form).await;
        assert_eq!(page.status, 200, "{}", page.text());
        let notes = read(&guest, &own, "notes").await;
        assert_eq!((notes.status, lines(&notes)), (200, vec!["watch the east".to_owned()]), "{path}");
    }
}

#[tokio::test]
async fn unread_lines_are_counted_right_when_their_author_is_gone() {
    for goes in ["/guest/end", "/login"] {
        let app = TestApp::start_with_chat(ChatSetting::All).await;
        let (_, _, table) = game(&app).await;
        let eve = app.person("eve").await;
        let form = say_form(&read(&eve, &table, "spectators").await, &table, "hello");
        eve.submit(form).await;
        let (guest, _) = guest(&app).await;
        said(&guest, &table, "spectators", "goodbye").await;
        assert_eq!(unread(&eve, &table).await.0, ["1"]);
        let page = guest.get(goes).await;
        let form = page.form(goes);
        let form = if goes == "/login" { form.set("name", "ben").set("password", PASSWORD) } else { form };
        assert_eq!(guest.submit(form).await.status, 200);
        let new = lines(&read(&eve, &table, "spectators").await).len() - 1;
        assert_eq!(unread(&eve, &table).await.0, [new.to_string()], "{goes}: {new} of others can be read");
    }
}
