//! Computer players on boards that nobody stores.

use std::net::IpAddr;

use tokio::sync::Semaphore;

use crate::{AddressLimit, Service};
use engine::{Command, Position};
use players::Level;
use table::Lane;

/// Practice boards that wait for a computer player that takes its time. One search runs at a time, so that games never wait for long.
#[derive(Debug)]
pub(crate) struct PracticeQueue {
    places: Semaphore,
    /// The places that each address may have of these.
    addresses: AddressLimit,
    search: Semaphore,
}

/// How many boards may wait.
const PLACES: usize = 12;
/// How many boards of one address may wait or be searched.
const PLACES_PER_ADDRESS: usize = 2;

impl Default for PracticeQueue {
    fn default() -> Self {
        Self {
            places: Semaphore::new(PLACES),
            addresses: AddressLimit::new(PLACES_PER_ADDRESS),
            search: Semaphore::new(1),
        }
    }
}

/// Too many boards are waiting already, in all or of this address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("computers-busy")]
pub struct ComputersBusy;

impl Service {
    /// The command of a computer player, whose personality follows from the seed; `None` if no one can move. Nothing is stored.
    pub async fn practice_reply(
        &self,
        position: Position,
        level: Level,
        seed: u64,
        address: Option<IpAddr>,
    ) -> Result<Option<Command>, ComputersBusy> {
        let choose = self.choose;
        let search = move || choose(&position, level.player().with_seed(seed));
        let lane =
            table::ComputerLevel::of_number(level.number()).map_or(Lane::Search, table::ComputerLevel::lane);
        if lane == Lane::Quick {
            return Ok(self.compute(lane, search).await);
        }
        let _own = self.practice.addresses.take(address).ok_or(ComputersBusy)?;
        let _place = self.practice.places.try_acquire().map_err(|_| ComputersBusy)?;
        let _search = self.practice.search.acquire().await.map_err(|_| ComputersBusy)?;
        Ok(self.compute(lane, search).await)
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;
    use engine::{DrawSecret, Game, Header, Ruleset, Seat};
    use environment::clock::Clock;
    use players::{Method, Player};
    use store::Store;

    /// A service with a quick computer player, and a position at the beginning of a game.
    async fn service() -> (Service, Position, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", folder.path().join("test.db").display());
        let service = Service::new(Store::open(&database).await.unwrap(), Clock::system());
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        let mut game = Game::new(&header).unwrap();
        let dealer = header.dealer(&DrawSecret::new([1; 32]));
        game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
        let service = service.with_computer(|position, _| Player::new(Method::Greedy).choose(position));
        (service, game.position().clone(), folder)
    }

    #[tokio::test]
    async fn only_so_many_boards_wait_for_a_search() {
        let (service, position, _folder) = service().await;
        let reply = |level: u8| service.practice_reply(position.clone(), Level::new(level).unwrap(), 1, None);
        assert!(matches!(reply(8).await, Ok(Some(Command::Play(_)))));
        let places = service.practice.places.acquire_many(u32::try_from(PLACES).unwrap()).await.unwrap();
        assert_eq!(reply(6).await, Err(ComputersBusy));
        assert!(reply(5).await.is_ok(), "a quick answer does not wait");
        drop(places);
        assert!(reply(6).await.is_ok());
    }

    #[tokio::test]
    async fn one_address_cannot_take_all_the_places() {
        let (service, position, _folder) = service().await;
        let reply = |host: u8| {
            let address = IpAddr::from([192, 0, 2, host]);
            service.practice_reply(position.clone(), Level::new(8).unwrap(), 1, Some(address))
        };
        let mut context = Context::from_waker(Waker::noop());
        let search = service.practice.search.acquire().await.unwrap();
        let mut waiting: Vec<_> = [reply(1), reply(1)].map(Box::pin).into();
        for one in &mut waiting {
            assert!(one.as_mut().poll(&mut context).is_pending());
        }
        let third = Box::pin(reply(1)).as_mut().poll(&mut context);
        assert_eq!(third, Poll::Ready(Err(ComputersBusy)));
        let mut other = Box::pin(reply(2));
        assert!(other.as_mut().poll(&mut context).is_pending(), "another address waits its turn");
        waiting.clear();
        drop(search);
        assert!(other.await.is_ok() && reply(1).await.is_ok());
    }
}
