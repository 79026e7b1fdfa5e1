//! What stops clocks beside what a table has agreed on.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::TimeDelta;

use crate::{
    Allowance, ClockHours, FormerPlayer, Handover, Outages, Player, PlayerTime, Settings, Stops, Table,
};
use account::UserId;

/// What stops clocks beside what a table has agreed on: times without a server, and the hours and leave of players.
#[derive(Clone, Debug, Default)]
pub struct Absences {
    pub outages: Outages,
    /// Of the people at a table. Nothing stops the clocks of others.
    pub players: HashMap<UserId, Arc<PlayerTime>>,
}

impl Settings {
    /// The least time for a first turn with which the hours and the leave of players count: who plays live is there.
    pub const LEAST_FOR_ABSENCE: TimeDelta = TimeDelta::days(1);

    /// Whether turns have so much time that the hours and the leave of players may count.
    pub fn allows_absence(&self) -> bool {
        let by_post = |allowance: Allowance| allowance.first_turn() >= Self::LEAST_FOR_ABSENCE;
        self.time_control.allowance().is_some_and(by_post)
    }

    /// Whether the hours or the leave of players stop clocks.
    pub fn respects_absence(&self) -> bool {
        self.allows_absence() && (self.leave || self.clock_hours == ClockHours::Players)
    }
}

impl Table {
    /// Whether the hours or the leave of players stop clocks: not where all others are computers, which wait for nobody.
    pub fn respects_absence(&self) -> bool {
        let people =
            self.seats().into_iter().filter(|player| player.is_none_or(|player| player.level().is_none()));
        self.settings.respects_absence() && people.count() > 1
    }

    /// Whether anything but an outage stops clocks.
    pub fn clocks_may_stop(&self) -> bool {
        matches!(self.settings.clock_hours, ClockHours::Table(_))
            || self.respects_absence()
            || self.agreements.change_clocks()
    }

    /// What stops the clocks of the table's game.
    pub fn stops(&self, absences: &Absences) -> Stops {
        let respected = self.respects_absence();
        let time = |player: Option<&Player>| absences.players.get(player?.user()?).cloned();
        let former = |Handover { seat, from, at, .. }: &Handover| FormerPlayer {
            seat: *seat,
            until: *at,
            time: absences.players.get(from).cloned(),
        };
        Stops {
            outages: absences.outages.clone(),
            hours: self.settings.clock_hours,
            pauses: self.agreements.pauses().to_vec(),
            questions: self.agreements.questions().iter().map(|question| question.period).collect(),
            gifts: self.agreements.gifts().to_vec(),
            players: if respected { self.seats().into_iter().map(time).collect() } else { Vec::new() },
            former: if respected {
                self.agreements.handovers().iter().map(former).collect()
            } else {
                Vec::new()
            },
            leave: self.settings.leave && respected,
        }
    }
}
