//! Runs the traced program in our place: same terminal, same signals, same exit status.

use std::io;
use std::process::{Command, ExitStatus};

/// Runs a program with our standard streams and waits for it.
///
/// Signals that would end us are for the program: those from the terminal reach it anyway, those sent to us are passed
/// on, and it decides what they mean. Once it has ended, they end us as usual.
pub(crate) fn run(command: &mut Command) -> io::Result<ExitStatus> {
    let signals = signals::Forwarding::start()?;
    let mut child = command.spawn()?;
    signals.to(child.id());
    let status = child.wait();
    signals.stop();
    status
}

/// The exit status as shells report it: 128 + n for signal n.
pub(crate) fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(128 + signal).unwrap_or(u8::MAX);
    }
    // Only the lowest byte leaves a process, here as in the program itself.
    status.code().map_or(1, |code| (code & 0xff) as u8)
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    use signal_hook::iterator::exfiltrator::WithOrigin;
    use signal_hook::iterator::{Handle, SignalsInfo};
    use signal_hook::low_level::{
        emulate_default_handler,
        siginfo::{Cause, Origin},
    };
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    /// A thread that passes signals on.
    pub(super) struct Forwarding {
        handle: Handle,
        child: Arc<AtomicU32>,
    }

    impl Forwarding {
        pub(super) fn start() -> io::Result<Forwarding> {
            let mut signals = SignalsInfo::<WithOrigin>::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2])?;
            let forwarding = Forwarding { handle: signals.handle(), child: Arc::default() };
            let child = Arc::clone(&forwarding.child);
            thread::Builder::new().name("signals".into()).spawn(move || {
                for origin in signals.forever() {
                    pass(&origin, child.load(Ordering::Acquire));
                }
            })?;
            Ok(forwarding)
        }

        pub(super) fn to(&self, child: u32) {
            self.child.store(child, Ordering::Release);
        }

        /// From now on signals mean what they usually mean.
        pub(super) fn stop(&self) {
            self.child.store(0, Ordering::Release);
            self.handle.close();
        }
    }

    /// The terminal sends its signals to the program, too; all others only to us.
    fn pass(origin: &Origin, child: u32) {
        let terminal = matches!(origin.cause, Cause::Kernel);
        let pid = i32::try_from(child).ok().and_then(rustix::process::Pid::from_raw);
        match (pid, rustix::process::Signal::from_named_raw(origin.signal)) {
            (Some(pid), Some(signal)) if !terminal => {
                // It may have ended just now: then there is nobody to tell.
                let _ = rustix::process::kill_process(pid, signal);
            }
            (None, _) => {
                let _ = emulate_default_handler(origin.signal);
            }
            _ => {}
        }
    }
}

#[cfg(not(unix))]
mod signals {
    /// The console tells every process of its group; nothing is passed on.
    pub(super) struct Forwarding;

    impl Forwarding {
        pub(super) fn start() -> std::io::Result<Forwarding> {
            Ok(Forwarding)
        }

        pub(super) fn to(&self, _: u32) {}

        pub(super) fn stop(&self) {}
    }
}
