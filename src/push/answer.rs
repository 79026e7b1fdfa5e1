//! What a push service answers.

use chrono::TimeDelta;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The push service has the message. It does not say whether the browser gets it.
    Delivered,
    /// The subscription no longer exists: delete it.
    Gone,
    /// Our key or our signature is wrong, or the subscription was made with another key. More subscriptions will fail, and
    /// the host has to know.
    OurKey,
    /// The request is wrong, through a fault of ours: drop the message.
    Malformed,
    /// Drop the message.
    TooLarge,
    /// Send the message again, unless it has expired by then. `after` is what the push service asks for.
    Later { after: Option<TimeDelta> },
    /// Any other status, redirects included, which are not followed. Drop the message.
    Refused(u16),
}

impl Answer {
    /// From the status of a response, and the wait that it asks for.
    pub fn new(status: u16, after: Option<TimeDelta>) -> Self {
        match status {
            200..=299 => Self::Delivered,
            400 => Self::Malformed,
            401 | 403 => Self::OurKey,
            404 | 410 => Self::Gone,
            413 => Self::TooLarge,
            408 | 429 | 500..=599 => Self::Later { after },
            _ => Self::Refused(status),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_meaning() {
        for status in 0..=u16::MAX {
            let expected = match status {
                200..300 => Answer::Delivered,
                404 | 410 => Answer::Gone,
                401 | 403 => Answer::OurKey,
                400 => Answer::Malformed,
                413 => Answer::TooLarge,
                408 | 429 => Answer::Later { after: None },
                _ if status / 100 == 5 => Answer::Later { after: None },
                _ => Answer::Refused(status),
            };
            assert_eq!(Answer::new(status, None), expected, "{status}");
            let with_header = Answer::new(status, Some(TimeDelta::seconds(120)));
            match expected {
                Answer::Later { .. } => {
                    assert_eq!(with_header, Answer::Later { after: Some(TimeDelta::seconds(120)) });
                }
                other => assert_eq!(with_header, other, "{status}"),
            }
        }
    }
}
