//! Events of a flight recording (JFR), as `jfr print --json` writes them.

use super::frames::Frame;
use super::{ProfileError, Tables, Threads};
use crate::measurements::ThreadProfile;
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
    /// Samples of executing threads; each stands for this time, ns.
    Samples(u64),
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

/// Reads events. Of waiting, the innermost frame is the class of the lock, as in profiles of async-profiler.
///
/// # Errors
///
/// The text has another form.
pub fn flight(text: &str, what: Flight, tables: &mut Tables) -> Result<Vec<ThreadProfile>, ProfileError> {
    let file: File = serde_json::from_str(text)?;
    let mut threads = Threads::default();
    for event in &file.recording.events {
        let (Some(value), Some(thread)) = (event.value(what)?, event.values.thread()) else { continue };
        let mut frames = event.values.frames(tables);
        if let (Flight::Locks, Some(lock)) = (what, event.values.lock()) {
            frames.push(tables.frame(Frame::java(lock).name));
        }
        let stack = tables.stack(frames);
        threads.add((thread.os_thread_id.unwrap_or(0), thread.name()), stack, value, true);
    }
    Ok(threads.profiles())
}

impl Event {
    /// How much the event counts, if it is of those that are wanted.
    fn value(&self, what: Flight) -> Result<Option<f64>, ProfileError> {
        let contended = || match self.kind.as_str() {
            "jdk.JavaMonitorEnter" => true,
            "jdk.ThreadPark" => {
                self.values.lock().is_some_and(|class| LOCKS.iter().any(|lock| class.starts_with(lock)))
            }
            _ => false,
        };
        match what {
            Flight::Samples(period) => Ok((self.kind == "jdk.ExecutionSample").then_some(period as f64)),
            Flight::Locks if contended() => self.values.duration.as_deref().map(nanoseconds).transpose(),
            Flight::Locks => Ok(None),
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

    /// From the outermost call to the innermost; recordings have them the other way round.
    fn frames(&self, tables: &mut Tables) -> Vec<u32> {
        let frames = self.stack_trace.iter().flat_map(|trace| trace.frames.iter().rev());
        frames.filter_map(CodeFrame::name).map(|name| tables.frame(name)).collect()
    }
}

impl Thread {
    fn name(&self) -> &str {
        self.java_name.as_deref().or(self.os_name.as_deref()).unwrap_or_default()
    }
}

impl CodeFrame {
    fn name(&self) -> Option<String> {
        let method = self.method.as_ref()?;
        let (class, name) = (method.class.as_ref()?.name.as_ref()?, method.name.as_ref()?);
        Some(Frame::java(&format!("{class}.{name}")).name)
    }
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
        let threads = flight(RECORDED, Flight::Samples(10), &mut tables).unwrap();
        assert_eq!((threads.len(), threads[0].samples[0].value), (1, 10.0));
        assert_eq!(tables.frames(), ["acme.Two.main", "acme.Two.b"]);
    }

    #[test]
    fn only_waiting_for_locks_is_contention() {
        let mut tables = Tables::default();
        let threads = flight(RECORDED, Flight::Locks, &mut tables).unwrap();
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
            assert!(flight(bad, Flight::Locks, &mut Tables::default()).is_err(), "{bad}");
        }
        for bad in ["", "PT", "5", "PTxS", "PT5", "PT-5S", "PTinfS", "P1D"] {
            assert!(nanoseconds(bad).is_err() || bad == "PT", "{bad}");
        }
    }
}
