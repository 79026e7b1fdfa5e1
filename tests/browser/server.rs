//! The server's binary, with an empty data folder.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A server whose data folder is deleted with it.
pub struct Server {
    /// Contains the database.
    pub folder: TempDir,
    address: SocketAddr,
    process: Child,
}

impl Server {
    /// Starts a server like a host would, on a free port.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = (Ipv4Addr::LOCALHOST, support::free_port()).into();
        let process = serve(&folder, address);
        Self { folder, address, process }
    }

    /// Kills the server and starts it again with the same folder.
    pub fn restart(&mut self) {
        self.stop();
        self.start_again();
    }

    /// Starts the server again with the same folder.
    pub fn start_again(&mut self) {
        self.process = serve(&self.folder, self.address);
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn stop(&mut self) {
        if let Ok(Some(status)) = self.process.try_wait() {
            eprintln!("the server had ended by itself: {status}");
        }
        // Killed without warning: everything confirmed must be stored all the same.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn serve(folder: &TempDir, address: SocketAddr) -> Child {
    let process =
        bastide(folder).args(["serve", "--start-empty", "--listen", &address.to_string()]).spawn().unwrap();
    let patience = Instant::now() + Duration::from_secs(20);
    while TcpStream::connect(address).is_err() {
        assert!(Instant::now() < patience, "the server does not answer at {address}");
        std::thread::sleep(Duration::from_millis(20));
    }
    process
}

/// The binary, to be run in `folder` with an empty environment.
pub fn bastide(folder: &TempDir) -> Command {
    let program =
        support::setting("BASTIDE_TEST_SERVER").unwrap_or_else(|| env!("CARGO_BIN_EXE_bastide").to_owned());
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Runs a command that must succeed; returns its output.
pub fn run(command: &mut Command) -> String {
    let Output { status, stdout, stderr } =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    let complaint = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {complaint}");
    String::from_utf8(stdout).unwrap()
}
