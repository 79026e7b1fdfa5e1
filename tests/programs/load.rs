//! The load bench in short, so that it keeps working. Its times say nothing here: this is a debug build among other tests.

#[expect(dead_code, reason = "its main function")]
#[path = "../../benches/load/main.rs"]
pub mod bench;

use bench::{Part, Plan};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_load_bench_plays_games_and_reports() {
    let plan = Plan {
        only: vec![Part::Visits, Part::Limits],
        rate: 60,
        seconds: 1,
        pairs: 2,
        games: 6,
        database: None,
        json: None,
        bench: false,
    };
    let report = bench::run(&plan).await;
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert!(json["started_ms"].as_f64().unwrap() > 0.0, "{json}");
    let visits = &json["visits"];
    assert_eq!((visits["streams"].as_u64(), visits["failed"].as_u64()), (Some(4), Some(0)), "{json}");
    let count = |times: &serde_json::Value| times["count"].as_u64().unwrap();
    let confirmed = count(&visits["steps"][3][1]);
    assert!(confirmed > 5 && count(&visits["pages"]) == 4 * confirmed, "{json}");
    let limits = &json["limits"];
    assert!(count(&limits["moves"]) > 0 && limits["bare"]["grouped"].as_f64().unwrap() > 0.0, "{json}");
    let text = report.to_string();
    for line in ["dashboard", "draft", "confirmed turn", "game pages, br: ", "of the bare database's groups"]
    {
        assert!(text.contains(line), "{line}:\n{text}");
    }
}
