//! Making the file of a month.

use std::io::Write;

use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::archives::{ARCHIVE_CHUNK, Part, archived_in};
use crate::{Service, StoreError};
use account::UserName;
use engine::Record;
use table::{Archive, GameId, Month, Place, Player, Search};

/// A file that is being made: it holds one piece.
struct Making {
    month: Month,
    made: DateTime<Utc>,
    gzip: GzEncoder<Vec<u8>>,
    hash: Sha256,
    chunks: u32,
    games: u64,
    bytes: u64,
}

impl Service {
    /// Makes the file of a month, again if there is one, and makes it visible when it is complete. After a crash it begins again.
    /// `None`: the month is not over.
    pub async fn make_archive(&self, month: Month) -> Result<Option<Archive>, StoreError> {
        if !self.is_over(month) {
            return Ok(None);
        }
        let made = self.store.begin_archive(month, self.now()).await?;
        // What is left of earlier tries.
        self.store.remove_archive_chunks(month, made).await?;
        let mut making = Making::new(month, made);
        let mut from = None;
        loop {
            let Part { games, next } = self.games_of_month(month, from.as_ref()).await?;
            for game in games {
                if let Some(record) = self.archived_record(&game).await? {
                    making.add(&record);
                    making.store_pieces(self, false).await?;
                }
            }
            from = next;
            if from.is_none() {
                break;
            }
        }
        let (archive, chunks) = making.finish(self).await?;
        let published = self.store.publish_archive(&archive, chunks).await?;
        // The file before, or this one if it came too late.
        self.store.remove_archive_chunks(month, made + TimeDelta::milliseconds(1)).await?;
        if published {
            tracing::info!(%month, games = archive.games, bytes = archive.bytes, "made the file of a month");
        }
        // Otherwise one that was begun later is there or on its way.
        self.store.archive(month).await.map(|visible| visible.or(Some(archive)))
    }

    /// When the first public game since this time has ended.
    pub(super) async fn first_end(
        &self,
        since: Option<DateTime<Utc>>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let search = Search { since, oldest_first: true, ..Search::default() };
        let (found, _) = self.store.ended_games(&search, None).await?;
        Ok(found.first().and_then(|first| DateTime::from_timestamp_millis(first.ended)))
    }

    async fn games_of_month(&self, month: Month, from: Option<&Place>) -> Result<Part, StoreError> {
        let search = Search {
            since: Some(month.begin()),
            until: Some(month.end()),
            oldest_first: true,
            ..Search::default()
        };
        let (found, next) = self.store.ended_games(&search, from).await?;
        Ok(Part { games: found.into_iter().filter_map(|place| place.game).collect(), next })
    }

    /// The record with the names that its players have now, from the database itself, which a replica follows later. `None`: it is
    /// not public or not finished any more, or can't be read.
    async fn archived_record(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(None) };
        // Games of guests are deleted with them.
        let mut people = table.seats().into_iter().flatten().filter_map(Player::person);
        if archived_in(&table).is_none() || people.any(|person| UserName::is_of_guest(&person.name)) {
            return Ok(None);
        }
        let mut record = match self.store.record(game).await {
            Ok(Some((header, events))) => Record { header, events },
            Ok(None) => return Ok(None),
            Err(error) if error.is_damage() => {
                tracing::warn!(%game, %error, "left a game out of the file of its month");
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        self.put_present_names(&table, &mut record.header.seats, &mut record.events).await?;
        Ok(Some(record.write()))
    }
}

impl Making {
    fn new(month: Month, made: DateTime<Utc>) -> Self {
        let gzip = GzEncoder::new(Vec::new(), Compression::best());
        Self { month, made, gzip, hash: Sha256::new(), chunks: 0, games: 0, bytes: 0 }
    }

    fn add(&mut self, record: &str) {
        self.games += 1;
        self.gzip
            .write_all(record.as_bytes())
            .unwrap_or_else(|error| unreachable!("a buffer takes everything: {error}"));
    }

    /// Stores whole pieces, at the end also what is left.
    async fn store_pieces(&mut self, service: &Service, all: bool) -> Result<(), StoreError> {
        while self.gzip.get_ref().len() >= ARCHIVE_CHUNK || (all && !self.gzip.get_ref().is_empty()) {
            let length = self.gzip.get_ref().len().min(ARCHIVE_CHUNK);
            let piece: Vec<u8> = self.gzip.get_mut().drain(..length).collect();
            self.hash.update(&piece);
            self.bytes += piece.len() as u64;
            service.store.add_archive_chunk(self.month, self.made, self.chunks, &piece).await?;
            self.chunks += 1;
        }
        Ok(())
    }

    /// The complete file and the number of its pieces.
    async fn finish(mut self, service: &Service) -> Result<(Archive, u32), StoreError> {
        self.gzip.try_finish().unwrap_or_else(|error| unreachable!("a buffer takes everything: {error}"));
        self.store_pieces(service, true).await?;
        let archive = Archive {
            month: self.month,
            made: self.made,
            sha256: HEXLOWER.encode(&self.hash.finalize()),
            games: self.games,
            bytes: self.bytes,
            licence: service.archive_licence.to_string(),
        };
        Ok((archive, self.chunks))
    }
}
