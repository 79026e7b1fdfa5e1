use super::addresses::ADDRESSES;
use super::server::{Answer, Server};
use super::*;
use crate::AddressError;

/// What a name may have for addresses without being reached.
const ANSWERS: [&[&str]; 34] = [
    &["127.0.0.1"],
    &["127.255.255.254"],
    &["0.0.0.0"],
    &["10.1.2.3"],
    &["100.64.0.1"],
    &["169.254.169.254"],
    &["172.31.0.1"],
    &["192.0.0.8"],
    &["192.0.2.1"],
    &["192.88.99.1"],
    &["192.168.0.1"],
    &["198.19.0.1"],
    &["198.51.100.1"],
    &["203.0.113.1"],
    &["224.0.0.251"],
    &["240.0.0.1"],
    &["255.255.255.255"],
    &["::"],
    &["::1"],
    &["::ffff:127.0.0.1"],
    &["::127.0.0.1"],
    &["64:ff9b::7f00:1"],
    &["64:ff9b:1::7f00:1"],
    &["100::1"],
    &["2001::1"],
    &["2001:db8::1"],
    &["2002:7f00:1::1"],
    &["3fff::1"],
    &["5f00::1"],
    &["fc00::1"],
    &["fe80::1"],
    // One is public, the other is not.
    &["8.8.8.8", "127.0.0.1"],
    &["127.0.0.1", "8.8.8.8"],
    &["2606:4700::1111", "8.8.8.8", "::1"],
];

#[tokio::test]
async fn addresses_are_refused_without_a_connection() {
    let server = Server::start(Answer::Silence).await;
    for (text, code) in ADDRESSES {
        let text = text.replace("PORT", &server.port.to_string());
        let refused = Address::parse(&text, &anything_public()).unwrap_err();
        assert_eq!((refused.code(), refused.to_string().as_str()), (code, code), "{text}");
        // And when another policy had permitted it.
        let everything =
            Policy { allowed: ["0.0.0.0/0", "::/0"].map(|all| all.parse().unwrap()).to_vec(), ..local() };
        let Ok(address) = Address::parse(&text, &everything) else { continue };
        let request = Request { address: &address, method: Method::Post, headers: vec![], body: vec![] };
        let names = Names::of(&[&["127.0.0.1"]]);
        let client = Client::with_resolver(anything_public(), names.clone());
        assert_eq!(client.send(request).await, Err(SendError::Forbidden), "{text}");
        assert_eq!(names.left(), 1, "{text} is not looked up");
    }
    assert_eq!(server.accepted(), 0);
}

#[tokio::test]
async fn names_are_refused_without_a_connection() {
    let server = Server::start(Answer::Silence).await;
    for answer in ANSWERS {
        for host in ["push.example", "localhost", "localhost.", "a.localhost"] {
            let names = Names::of(&[answer, &["8.8.8.8"]]);
            let client = Client::with_resolver(anything_public(), names.clone());
            let refused = post(&client, &format!("http://{host}:{}/", server.port)).await;
            assert_eq!(refused, Err(SendError::Forbidden), "{host}: {answer:?}");
            assert_eq!(names.left(), 1, "{host}: {answer:?} is looked up once");
        }
    }
    assert_eq!(server.accepted(), 0);
}

#[tokio::test]
async fn an_address_that_another_policy_permitted_is_refused_before_it_is_looked_up() {
    for text in
        ["http://push.example/", "https://push.example:8443/", "http://8.8.8.8/", "https://127.0.0.1/"]
    {
        let address = Address::parse(text, &local()).unwrap();
        let names = Names::of(&[&["8.8.8.8"]]);
        let client = Client::with_resolver(Policy::default(), names.clone());
        let request = Request { address: &address, method: Method::Post, headers: vec![], body: vec![] };
        assert_eq!((client.send(request).await, names.left()), (Err(SendError::Forbidden), 1), "{text}");
    }
}

#[tokio::test]
async fn a_name_without_addresses_is_unknown() {
    let client = Client::with_resolver(local(), Names::of(&[&[]]));
    assert_eq!(post(&client, "http://push.example/").await, Err(SendError::Unknown));
    assert_eq!(post(&client, "http://push.example/").await, Err(SendError::Unknown));
}

#[tokio::test]
async fn the_systems_resolver_knows_this_machine_which_is_refused() {
    let client = Client::new(Policy::default());
    assert_eq!(post(&client, "https://localhost/").await, Err(SendError::Forbidden));
}

#[test]
fn the_strictest_policy_wants_https_and_its_port() {
    let strict = Policy::default();
    for (text, expected) in [
        ("https://push.example/", Ok("https://push.example/")),
        ("  HTTPS://Push.Example:443/a/../b?c=d  ", Ok("https://push.example/b?c=d")),
        ("https://bücher.example", Ok("https://xn--bcher-kva.example/")),
        ("https://8.8.8.8/", Ok("https://8.8.8.8/")),
        ("https://[2606:4700::1111]/", Ok("https://[2606:4700::1111]/")),
        ("https://push.example:80/", Err(AddressError::Port)),
        ("https://push.example:8443/", Err(AddressError::Port)),
        ("http://push.example/", Err(AddressError::Scheme)),
        ("http://push.example:443/", Err(AddressError::Scheme)),
    ] {
        let address = Address::parse(text, &strict);
        assert_eq!(address.as_ref().map(Address::as_str).map_err(|error| *error), expected, "{text}");
    }
    let http = Policy { allow_http: true, ..strict };
    assert!(Address::parse("http://push.example:80/", &http).is_ok());
    assert_eq!(Address::parse("http://push.example:443/", &http), Err(AddressError::Port));
}

#[test]
fn an_address_has_at_most_1024_bytes_with_its_escapes() {
    let path = "a".repeat(Address::LONGEST - "https://push.example/".len());
    let longest = format!("https://push.example/{path}");
    assert!(Address::parse(&longest, &Policy::default()).is_ok());
    for longer in [format!("{longest}a"), longest.replace("aa", "é")] {
        assert_eq!(Address::parse(&longer, &Policy::default()), Err(AddressError::Length));
    }
}

#[test]
fn the_path_which_may_be_a_secret_is_not_in_debug_output() {
    let address = Address::parse("https://push.example/secret?token", &Policy::default()).unwrap();
    assert_eq!(format!("{address:?}"), "Address(\"https://push.example\")");
    assert_eq!((address.host(), address.origin().as_str()), ("push.example", "https://push.example"));
}
