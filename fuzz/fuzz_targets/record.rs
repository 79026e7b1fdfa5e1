//! A record is read or refused; what is read is written back, and read again as the same.
#![no_main]

use bastide::engine::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok((record, game)) = Record::read(text) else { return };
    let written = record.write();
    let (again, same) = Record::read(&written).expect("what was written is read");
    assert_eq!(again, record);
    assert_eq!(same, game);
    let ended = game.as_if_ended();
    assert!(ended.is_finished());
    for colour in game.colours() {
        let paid: i32 = ended.points(colour).iter().sum();
        let start = ended.scores()[colour.index()] - paid;
        assert!((-1000..=1000).contains(&start), "points beyond a handicap come from features");
    }
});
