//! Events of a flight recording (JFR), of the JDK or of async-profiler, as `jfr print --json` writes them.

use super::frames::Frame;
use super::{ProfileError, Seen, Tables, Threads};
use crate::measurements::ThreadProfile;
use jiff::Timestamp;
use serde::Deserialize;

/// Classes of the library's locks. Threads also park where they wait for work, which is no contention.
const LOCKS: [&str; 3] = [
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock",
    "java/util/concurrent/Semaphore",
];

/// What to take from a flight recording.
#[derive(Debug, Clone, Copy)]
pub enum Flight {
    /// Samples of executing threads; each stands for so much of the metric.
    Samples(u64),
    /// Samples of all threads, whether they execute or wait; each stands for this time, ns.
    Wall(u64),
    /// Time that threads waited for monitors and locks.
    Locks,
}

#[derive(Deserialize)]
struct File {
    recording: Recording,
}

#[derive(Deserialize)]
struct Recording {
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    values: Values,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Values {
    start_time: Option<String>,
    samples: Option<u64>,
    sampled_thread: Option<Thread>,
    event_thread: Option<Thread>,
    stack_trace: Option<StackTrace>,
    duration: Option<String>,
    monitor_class: Option<Type>,
    parked_class: Option<Type>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thread {
    os_name: Option<String>,
    java_name: Option<String>,
    os_thread_id: Option<u64>,
}

#[derive(Deserialize)]
struct StackTrace {
    frames: Vec<CodeFrame>,
}

#[derive(Deserialize)]
struct CodeFrame {
    method: Option<Method>,
    #[serde(rename = "type")]
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Method {
    #[serde(rename = "type")]
    class: Option<Type>,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Type {
    name: Option<String>,
}

/// Reads events. Of waiting, the innermost frame is the class of the lock, as in profiles of async-profiler. Those of the same stack are
/// added up, of the same millisecond if `times` count.
///
/// # Errors
///
/// The text has another form.
pub fn flight(
    text: &str,
    (what, times): (Flight, bool),
    tables: &mut Tables,
) -> Result<Vec<ThreadProfile>, ProfileError> {
    let file: File = serde_json::from_str(text)?;
    let mut threads = Threads::default();
    for event in &file.recording.events {
        let (Some(value), Some(thread)) = (event.value(what, times)?, event.values.thread()) else { continue };
        let (mut frames, java) = event.values.frames(tables);
        if let (Flight::Locks, Some(lock)) = (what, event.values.lock()) {
            frames.push(tables.frame(Frame::java(lock).name));
        }
        let stack = tables.stack(frames);
        let time = event.values.start_time.as_deref().filter(|_| times).map(milliseconds).transpose()?;
        threads.add((thread.os_thread_id.unwrap_or(0), thread.name()), Seen { stack, value, time, java });
    }
    Ok(threads.profiles())
}

impl Event {
    /// How much the event counts, if it is of those that are wanted. Where times count, samples in between waits count nothing, and tell what
    /// the program did then.
    fn value(&self, what: Flight, times: bool) -> Result<Option<f64>, ProfileError> {
        let contended = || match self.kind.as_str() {
            "jdk.JavaMonitorEnter" => true,
            "jdk.ThreadPark" => {
                self.values.lock().is_some_and(|class| LOCKS.iter().any(|lock| class.starts_with(lock)))
            }
            _ => false,
        };
        match what {
            Flight::Samples(period) => Ok((self.kind == "jdk.ExecutionSample").then_some(period as f64)),
            Flight::Wall(period) => {
                let samples = self.values.samples.filter(|_| self.kind == "profiler.WallClockSample");
                Ok(samples.map(|samples| samples as f64 * period as f64))
            }
            Flight::Locks if contended() => self.values.duration.as_deref().map(nanoseconds).transpose(),
            Flight::Locks => Ok((times && self.kind == "jdk.ExecutionSample").then_some(0.0)),
        }
    }
}

impl Values {
    fn thread(&self) -> Option<&Thread> {
        self.sampled_thread.as_ref().or(self.event_thread.as_ref())
    }

    fn lock(&self) -> Option<&str> {
        self.monitor_class.as_ref().or(self.parked_class.as_ref())?.name.as_deref()
    }

    /// From the outermost call to the innermost; recordings have them the other way round. And whether one of them, or all of an event of
    /// the JDK without any, is Java code.
    fn frames(&self, tables: &mut Tables) -> (Vec<u32>, bool) {
        let frames = self.stack_trace.iter().flat_map(|trace| trace.frames.iter().rev());
        let frames: Vec<Frame> = frames.filter_map(CodeFrame::frame).collect();
        let java = frames.is_empty() || frames.iter().any(|frame| frame.java);
        (frames.into_iter().map(|frame| tables.frame(frame.name)).collect(), java)
    }
}

impl Thread {
    fn name(&self) -> &str {
        self.java_name.as_deref().or(self.os_name.as_deref()).unwrap_or_default()
    }
}

impl CodeFrame {
    fn frame(&self) -> Option<Frame> {
        const NATIVE: [&str; 3] = ["Native", "C++", "Kernel"];
        let method = self.method.as_ref()?;
        let (class, name) = (method.class.as_ref().and_then(|class| class.name.as_ref()), method.name.as_ref()?);
        // The class of a symbol is the library that it is in.
        let is_native = self.kind.as_deref().is_some_and(|kind| NATIVE.contains(&kind));
        match class {
            Some(class) if !is_native || !class.contains('.') && !class.is_empty() => {
                Some(Frame::java(&format!("{class}.{name}")))
            }
            _ => Some(Frame { name: name.clone(), java: false }),
        }
    }
}

/// A time like `2026-11-27T22:17:44.980585537Z`, in ms.
fn milliseconds(text: &str) -> Result<u64, ProfileError> {
    let time = text.parse::<Timestamp>().ok().and_then(|time| u64::try_from(time.as_millisecond()).ok());
    time.ok_or_else(|| ProfileError::Time(text.chars().take(40).collect()))
}

/// A time span like `PT1M0.028235832S`.
fn nanoseconds(text: &str) -> Result<f64, ProfileError> {
    let bad = || ProfileError::Duration(text.chars().take(40).collect());
    let mut rest = text.strip_prefix("PT").ok_or_else(bad)?;
    let mut sum = 0.0;
    for (unit, seconds) in [('H', 3600.0), ('M', 60.0), ('S', 1.0)] {
        if let Some((number, after)) = rest.split_once(unit) {
            let number: f64 = number.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(bad)?;
            sum += number * seconds * 1e9;
            rest = after;
        }
    }
    if rest.is_empty() && sum >= 0.0 { Ok(sum) } else { Err(bad()) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::measurements::ThreadKind;

    const RECORDED: &str = r#"{"recording": {"events": [
        {"type": "jdk.ExecutionSample", "values": {"startTime": "x", "state": "STATE_RUNNABLE",
            "sampledThread": {"osName": "main", "osThreadId": 7, "javaName": "main", "javaThreadId": 1},
            "stackTrace": {"truncated": false, "frames": [
                {"method": {"type": {"name": "acme/Two"}, "name": "b"}, "lineNumber": 4},
                {"method": {"type": {"name": "acme/Two"}, "name": "main"}}]}}},
        {"type": "jdk.ThreadPark", "values": {"duration": "PT0.5S", "eventThread": {"osThreadId": 8, "javaName": "w"},
            "parkedClass": {"name": "java/util/concurrent/locks/ReentrantLock$NonfairSync"}, "stackTrace": null}},
        {"type": "jdk.ThreadPark", "values": {"duration": "PT5S", "eventThread": {"osThreadId": 8, "javaName": "w"},
            "parkedClass": {"name": "java/util/concurrent/SynchronousQueue$TransferStack"}, "stackTrace": null}},
        {"type": "jdk.JavaMonitorEnter", "values": {"duration": "PT1M0.25S", "eventThread": {"osThreadId": 8, "javaName": "w"},
            "monitorClass": {"name": "java/lang/Object"}, "stackTrace": {"frames": [
                {"method": {"type": {"name": "acme/Two$$Lambda$14+0x00007f6d50000a08"}, "name": "run"}}]}}}
    ]}}"#;

    #[test]
    fn samples_stand_for_their_period() {
        let mut tables = Tables::default();
        let threads = flight(RECORDED, (Flight::Samples(10), false), &mut tables).unwrap();
        assert_eq!((threads.len(), threads[0].samples[0].value), (1, 10.0));
        assert_eq!(tables.frames(), ["acme.Two.main", "acme.Two.b"]);
    }

    /// As async-profiler records them.
    const TIMED: &str = r#"{"recording": {"events": [
        {"type": "profiler.WallClockSample", "values": {"startTime": "2026-11-27T22:17:44.980585537Z", "samples": 3,
            "sampledThread": {"osName": "VM Thread", "osThreadId": 9}, "stackTrace": {"frames": [
                {"method": {"type": {"name": "libc.so.6"}, "name": "futex_wait"}, "type": "Native"},
                {"method": {"type": {"name": ""}, "name": "do_syscall_64"}, "type": "Kernel"}]}}},
        {"type": "profiler.WallClockSample", "values": {"startTime": "2026-11-27T23:17:45.000+01:00", "samples": 1,
            "sampledThread": {"osName": "main", "osThreadId": 7}, "stackTrace": {"frames": [
                {"method": {"type": {"name": "java/lang/Object"}, "name": "wait"}, "type": "Native"}]}}}
    ]}}"#;

    #[test]
    fn samples_of_all_threads_have_their_times() {
        let mut tables = Tables::default();
        let threads = flight(TIMED, (Flight::Wall(5), true), &mut tables).unwrap();
        let found: Vec<_> = threads.iter().map(|of| (of.kind, of.samples[0].value, of.samples[0].time)).collect();
        let expected = [(ThreadKind::Application, 5.0, Some(20)), (ThreadKind::Jvm, 15.0, Some(0))];
        assert_eq!(found, expected);
        assert_eq!(tables.frames(), ["do_syscall_64", "futex_wait", "java.lang.Object.wait"]);
        assert!(flight(RECORDED, (Flight::Samples(1), true), &mut tables).is_err(), "`x` is no time");
    }

    #[test]
    fn only_waiting_for_locks_is_contention() {
        let mut tables = Tables::default();
        let threads = flight(RECORDED, (Flight::Locks, false), &mut tables).unwrap();
        let values: Vec<f64> = threads[0].samples.iter().map(|sample| sample.value).collect();
        assert_eq!((threads.len(), values), (1, vec![5e8, 60.25e9]));
        assert_eq!(
            tables.frames(),
            ["java.util.concurrent.locks.ReentrantLock$NonfairSync", "acme.Two$$Lambda.run", "java.lang.Object"]
        );
    }

    #[test]
    fn other_texts_are_errors() {
        for bad in ["", "{}", "{\"recording\": 3}"] {
            assert!(flight(bad, (Flight::Locks, false), &mut Tables::default()).is_err(), "{bad}");
        }
        for bad in ["", "PT", "5", "PTxS", "PT5", "PT-5S", "PTinfS", "P1D"] {
            assert!(nanoseconds(bad).is_err() || bad == "PT", "{bad}");
        }
    }
}
