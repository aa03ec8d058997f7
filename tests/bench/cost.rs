//! What a process cost: seconds on the wall, seconds of processor, and memory at its peak.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

/// One run's cost, or the median of several.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Cost {
    /// Seconds from start to end.
    pub wall: f64,
    /// Seconds of processor, user and system, of all processes that did the work.
    pub cpu: f64,
    /// Of those, the graph engine's.
    pub engine: f64,
    /// Resident memory at its peak, MiB.
    pub peak: f64,
}

impl std::ops::Add for Cost {
    type Output = Self;

    fn add(self, o: Self) -> Self {
        Self {
            wall: self.wall + o.wall,
            cpu: self.cpu + o.cpu,
            engine: self.engine + o.engine,
            peak: self.peak.max(o.peak),
        }
    }
}

/// Runs a command to its end; its stdout comes back beside its cost.
pub fn run(command: &mut Command) -> Result<(Cost, Vec<u8>)> {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {command:?}"))?;
    let mut err = child.stderr.take().context("stderr")?;
    let complaints = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = err.read_to_string(&mut text);
        text
    });
    let mut out = Vec::new();
    child
        .stdout
        .take()
        .context("stdout")?
        .read_to_end(&mut out)?;
    let (code, cost) = wait(child.id())?;
    let cost = Cost {
        wall: start.elapsed().as_secs_f64(),
        ..cost
    };
    let complaints = complaints.join().unwrap_or_default();
    // 1 says that a review found something.
    ensure!(
        code == 0 || code == 1,
        "{command:?} ended with {code}: {complaints}"
    );
    Ok((cost, out))
}

/// Waits for a child; its exit code, and what it and the children that it waited for used.
#[allow(unsafe_code)] // the standard library waits without telling what a child used
fn wait(pid: u32) -> Result<(i32, Cost)> {
    let mut status = 0;
    // SAFETY: both pointers are to live values of the types that the call writes.
    let (waited, used) = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        let pid = libc::pid_t::try_from(pid)?;
        (libc::wait4(pid, &raw mut status, 0, &raw mut used), used)
    };
    ensure!(waited > 0, "waiting: {}", std::io::Error::last_os_error());
    let code = if libc::WIFEXITED(status) {
        libc::WEXITSTATUS(status)
    } else {
        -1
    };
    let cost = Cost {
        cpu: processor(&used),
        peak: used.ru_maxrss as f64 / 1024.0,
        ..Cost::default()
    };
    Ok((code, cost))
}

fn processor(used: &libc::rusage) -> f64 {
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    seconds(used.ru_utime) + seconds(used.ru_stime)
}

/// Seconds of processor that this thread has used: what others do on the machine is not in it.
#[allow(unsafe_code)] // there is no other way to ask for it
pub fn own() -> f64 {
    // SAFETY: the pointer is to a live value of the type that the call writes.
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_THREAD, &raw mut used);
        used
    };
    processor(&used)
}

/// Seconds of processor that a running process and the children that it waited for have used.
pub fn used_by(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = match stat.rsplit_once(')') {
        Some((_, rest)) => rest.split_whitespace().collect(),
        None => return 0.0,
    };
    // utime, stime, cutime, cstime; the state, which is the third field, is the first here.
    let ticks: f64 = (11..15)
        .filter_map(|i| fields.get(i)?.parse::<f64>().ok())
        .sum();
    ticks / ticks_a_second()
}

#[allow(unsafe_code)] // there is no other way to ask for it
fn ticks_a_second() -> f64 {
    // SAFETY: the call takes a number and returns one.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    if ticks > 0 { ticks as f64 } else { 100.0 }
}

/// A size in MiB from `/proc/<pid>/status` (`VmRSS`, `VmHWM`).
pub fn memory(pid: u32, field: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kib = status
        .lines()
        .find_map(|l| l.strip_prefix(field)?.strip_prefix(':'))
        .and_then(|v| v.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or_default() / 1024.0
}

/// The middle of several numbers.
pub fn median(of: impl IntoIterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = of.into_iter().collect();
    all.sort_by(f64::total_cmp);
    match all.len() {
        0 => 0.0,
        n if n % 2 == 1 => all[n / 2],
        n => f64::midpoint(all[n / 2 - 1], all[n / 2]),
    }
}

/// Field by field the middle of several costs.
pub fn middle(of: &[Cost]) -> Cost {
    let field = |f: fn(&Cost) -> f64| median(of.iter().map(f));
    Cost {
        wall: field(|c| c.wall),
        cpu: field(|c| c.cpu),
        engine: field(|c| c.engine),
        peak: field(|c| c.peak),
    }
}
