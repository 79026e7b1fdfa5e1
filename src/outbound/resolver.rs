use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// The IP addresses of a name, or why it has none.
pub type LookUp<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Looks up names. Tests give them any IP addresses.
pub trait Resolve: Send + Sync {
    fn look_up<'a>(&'a self, name: &'a str) -> LookUp<'a>;
}

/// The operating system's resolver, in the order in which it wants the addresses tried. A look-up can't be stopped: one that takes
/// too long goes on in a thread of its own until the resolver gives up.
#[derive(Clone, Copy, Debug)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn look_up<'a>(&'a self, name: &'a str) -> LookUp<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
