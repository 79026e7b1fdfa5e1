//! The memory that signing in takes, measured on the whole process, in which nothing else allocates.

use std::net::{IpAddr, Ipv4Addr};

use bastide::clock::Clock;
use bastide::service::{LoginError, Principal, Service};
use futures_util::future::join_all;

/// How far 100 sign-ins may raise resident memory: the working memory of the maximum number of concurrent hashes (4 × 19 MiB),
/// and the same again for everything else.
const MOST_MIB: u64 = 152;

fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_sign_ins_reuse_the_memory_that_they_hash_in() {
    if !support::has_own_process() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("bastide.db").display());
    let service = Service::open(&database, Clock::system()).await.unwrap();
    let before = resident_mib();
    let sign_in = async |host: u8| {
        let address = Principal::anonymous(Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, host))));
        let name = format!("player-{host}");
        // An unknown name takes as much work as a wrong password.
        match service.log_in(&address, &name, "correct horse", "a test").await {
            Err(LoginError::Wrong) => {}
            other => panic!("{other:?}"),
        }
    };
    for batch in 0..10 {
        join_all((0..10).map(|one| sign_in(batch * 10 + one))).await;
    }
    let grown = resident_mib() - before;
    assert!(grown <= MOST_MIB, "100 sign-ins raised resident memory by {grown} MiB");
    assert!(grown >= 19, "{grown} MiB are less than one hash needs: were passwords hashed at all?");
    service.close().await;
}
