//! What the operating system says about this process.

use std::fs;

/// Zero where the system doesn't tell (it does on Linux).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// Resident memory in bytes.
    pub memory: u64,
    pub open_files: u64,
}

impl Process {
    pub fn now() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let open_files = fs::read_dir("/proc/self/fd").map(|files| files.count() as u64);
        Self { memory: resident(&status).unwrap_or_default(), open_files: open_files.unwrap_or_default() }
    }
}

/// Of a `/proc/PID/status`, in bytes.
fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resident_memory_is_read_from_the_status() {
        assert_eq!(resident("Name:\tbastide\nVmRSS:\t   20480 kB\nThreads:\t4\n"), Some(20 << 20));
        assert_eq!(resident("Name:\tbastide\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_and_files() {
        let process = Process::now();
        assert!(process.memory > 1 << 20 && process.open_files >= 3, "{process:?}");
    }
}
