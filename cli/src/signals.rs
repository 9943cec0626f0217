//! Signals: while a program runs in our place they are for it; else they end us, and nothing unfinished stays behind.

#[cfg(unix)]
pub(crate) use unix::Signals;

#[cfg(not(unix))]
pub(crate) use other::Signals;

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    use signal_hook::iterator::SignalsInfo;
    use signal_hook::iterator::exfiltrator::WithOrigin;
    use signal_hook::low_level::emulate_default_handler;
    use signal_hook::low_level::siginfo::{Cause, Origin};
    use std::io;
    use std::path::{Path, PathBuf};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::thread;

    /// The program and the directory that a signal concerns.
    #[derive(Debug, Default)]
    struct Receiver {
        /// The program that runs in our place.
        child: Option<u32>,
        /// A directory that goes when we end.
        temporary: Option<PathBuf>,
    }

    /// A thread that takes signals, from when it is started until the process ends.
    #[derive(Debug, Clone)]
    pub(crate) struct Signals(Arc<Mutex<Receiver>>);

    impl Signals {
        pub(crate) fn start() -> io::Result<Signals> {
            let mut signals = SignalsInfo::<WithOrigin>::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2])?;
            let receiver = Signals(Arc::default());
            let own = receiver.clone();
            thread::Builder::new().name("signals".into()).spawn(move || {
                for origin in signals.forever() {
                    own.take(&origin);
                }
            })?;
            Ok(receiver)
        }

        /// From now on a program gets them, or (none) we do.
        pub(crate) fn go_to(&self, child: Option<u32>) {
            self.with(|receiver| receiver.child = child);
        }

        /// Removes this directory, too, if we end.
        pub(crate) fn removing(&self, temporary: &Path) {
            self.with(|receiver| receiver.temporary = Some(temporary.to_owned()));
        }

        fn with(&self, change: impl FnOnce(&mut Receiver)) {
            change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
        }

        fn take(&self, origin: &Origin) {
            self.with(|receiver| match receiver.child {
                Some(child) => pass(origin, child),
                None => {
                    paratrace_instrumenter::abandon();
                    if let Some(directory) = &receiver.temporary {
                        // The signal ends us; nobody could be told that it stays.
                        let _ = std::fs::remove_dir_all(directory);
                    }
                    let _ = emulate_default_handler(origin.signal);
                }
            });
        }
    }

    /// The terminal sends its signals to the program, too; all others only to us.
    fn pass(origin: &Origin, child: u32) {
        let terminal = matches!(origin.cause, Cause::Kernel);
        let pid = i32::try_from(child).ok().and_then(rustix::process::Pid::from_raw);
        if let (Some(pid), Some(signal), false) =
            (pid, rustix::process::Signal::from_named_raw(origin.signal), terminal)
        {
            // It may have ended just now: then there is nobody to tell.
            let _ = rustix::process::kill_process(pid, signal);
        }
    }
}

#[cfg(not(unix))]
mod other {
    /// The console tells every process of its group; nothing is passed on.
    #[derive(Debug, Clone)]
    pub(crate) struct Signals;

    impl Signals {
        pub(crate) fn start() -> std::io::Result<Signals> {
            Ok(Signals)
        }

        pub(crate) fn go_to(&self, _: Option<u32>) {}

        pub(crate) fn removing(&self, _: &std::path::Path) {}
    }
}
