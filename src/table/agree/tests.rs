use super::checks::check_length;
use super::*;

fn at(hour: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap() + TimeDelta::hours(hour)
}

fn after(events: &[(TableEvent, i64)]) -> Result<Agreements, &'static str> {
    let mut agreements = Agreements::default();
    for ((event, hour), n) in events.iter().zip(1..) {
        event.agree(&mut agreements, (n, at(*hour)))?;
    }
    Ok(agreements)
}

fn proposed(seat: u8, until: i64) -> TableEvent {
    TableEvent::Proposed { seat: Seat(seat), proposal: Proposal::Pause { until: at(until) } }
}

fn answered(seat: u8, n: u32, agrees: bool) -> TableEvent {
    TableEvent::Answered { seat: Seat(seat), n, agrees }
}

#[test]
fn a_pause_lasts_until_its_end_or_until_somebody_resumes() {
    let paused = TableEvent::Paused { until: at(50) };
    let begun = [(proposed(0, 50), 0), (answered(1, 1, true), 1), (paused, 1)];
    let agreements = after(&begun).unwrap();
    assert_eq!(agreements.open(0, at(2)), None);
    assert_eq!(
        [0, 1, 49, 50].map(|hour| agreements.paused(at(hour))),
        [None, Some(at(50)), Some(at(50)), None]
    );
    let resumed = [begun.as_slice(), &[(TableEvent::Resumed { seat: Seat(1) }, 20)]].concat();
    let agreements = after(&resumed).unwrap();
    assert_eq!(agreements.pauses(), [Period { from: at(1), until: at(20) }]);
    let json = serde_json::to_string(&agreements).unwrap();
    assert_eq!(serde_json::from_str::<Agreements>(&json).unwrap(), agreements);
}

#[test]
fn a_proposal_waits_three_days_for_everybody_or_for_one_who_declines() {
    let open = after(&[(proposed(0, 100), 0), (answered(1, 1, true), 1)]).unwrap();
    assert_eq!(open.open(0, at(71)).unwrap().agreed, [Seat(0), Seat(1)]);
    assert_eq!(open.open(0, at(72)), None);
    assert_eq!(after(&[(proposed(0, 100), 0), (answered(1, 1, false), 1)]).unwrap().open(0, at(2)), None);
}

#[test]
fn a_log_with_answers_to_nothing_is_refused() {
    for events in [
        vec![(answered(1, 1, true), 0)],
        vec![(proposed(0, 100), 0), (answered(1, 7, true), 1)],
        vec![(TableEvent::Resumed { seat: Seat(0) }, 0)],
    ] {
        assert!(after(&events).is_err(), "{events:?}");
    }
}

#[test]
fn a_pause_takes_an_hour_to_thirty_days() {
    for (length, right) in [
        (TimeDelta::minutes(59), Err(ProposalRefusal::PauseTooShort)),
        (TimeDelta::hours(1), Ok(())),
        (TimeDelta::days(30), Ok(())),
        (TimeDelta::days(365), Err(ProposalRefusal::PauseTooLong)),
    ] {
        assert_eq!(check_length(length), right);
    }
}
