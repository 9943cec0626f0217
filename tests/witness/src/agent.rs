//! The agent: from the first class of the program on it takes every single step, and keeps those in the program's classes,
//! or those in all classes, until the JVM ends.
//!
//! HotSpot reports no single steps while it resolves a constant: what class initialisers and class loaders do meanwhile
//! would be missed. But it reports breakpoints. So every method of the program has one at its beginning; where a thread
//! stops at one without having reported the step, the method gets a breakpoint at each instruction.
//!
//! Safety: the JVM calls these functions with what their types say. What a thread's storage points to is leaked, so it is
//! there as long as the JVM.

#![allow(unsafe_code)]

use crate::jvmti::{self, Callbacks, Env, Error, Handle, MethodId};
use crate::record::{Event, Log, MethodName, Record, Step, Thread};
use rustc_hash::FxHashMap;
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

/// The line of the options that asks for the steps of the boot loader's classes.
pub(crate) const PLATFORM: &str = "+platform";

static AGENT: OnceLock<Agent> = OnceLock::new();

struct Agent {
    env: Env,
    record: PathBuf,
    pauses: Vec<MethodName>,
    /// Steps in classes of the boot loader are kept as well.
    with_platform: bool,
    stepping: AtomicBool,
    /// Numbers of the methods seen; none for those whose steps are not kept.
    numbers: RwLock<FxHashMap<usize, Option<Known>>>,
    methods: Mutex<Vec<MethodName>>,
    threads: Mutex<Vec<&'static ThreadLog>>,
}

/// A method whose steps are kept.
#[derive(Clone, Copy)]
struct Known {
    number: u16,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Initialiser,
    Pause,
    Other,
}

/// The log of one thread.
struct ThreadLog {
    name: String,
    events: Mutex<Log>,
}

/// The JVM's entry point: the options are the record's path, then on a line each class, name and descriptor of the methods
/// whose activations are marked; a line [`PLATFORM`] asks for the steps of all classes.
///
/// # Safety
/// Called by the JVM, with its `JavaVM` and a string that ends with 0.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn Agent_OnLoad(vm: *mut c_void, options: *const c_char, _: *mut c_void) -> c_int {
    if options.is_null() {
        return complain("the path of the record is missing");
    }
    // SAFETY: the caller's promise.
    let options = unsafe { CStr::from_ptr(options) };
    // SAFETY: the caller's promise.
    let Some(env) = (unsafe { Env::of(vm) }) else { return complain("no tool interface") };
    let mut lines = options.to_bytes().split(|&byte| byte == b'\n');
    let record = lines.next().unwrap_or_default();
    let agent = Agent {
        env,
        record: OsStr::from_bytes(record).into(),
        pauses: lines.clone().filter_map(method_name).collect(),
        with_platform: lines.any(|line| line == PLATFORM.as_bytes()),
        stepping: AtomicBool::new(false),
        numbers: RwLock::default(),
        methods: Mutex::default(),
        threads: Mutex::default(),
    };
    if AGENT.set(agent).is_err() {
        return complain("loaded twice");
    }
    match start(env) {
        Ok(()) => 0,
        Err(error) => complain(&format!("error {error}")),
    }
}

fn method_name(line: &[u8]) -> Option<MethodName> {
    let mut parts = std::str::from_utf8(line).ok()?.split(' ').map(str::to_owned);
    Some(MethodName { class: parts.next()?, name: parts.next()?, descriptor: parts.next()? })
}

fn start(env: Env) -> Result<(), Error> {
    let callbacks =
        Callbacks { end: on_end, prepare: on_prepare, step: on_step, pop: on_pop, breakpoint: on_breakpoint };
    env.add_capabilities()?;
    env.set_callbacks(&callbacks)?;
    env.enable(jvmti::VM_DEATH)?;
    env.enable(jvmti::FRAME_POP)?;
    env.enable(jvmti::BREAKPOINT)?;
    env.enable(jvmti::CLASS_PREPARE)
}

fn complain(what: &str) -> c_int {
    eprintln!("witness: {what}");
    1
}

unsafe extern "C" fn on_prepare(_: *mut c_void, _: *mut c_void, _: Handle, class: Handle) {
    let Some(agent) = AGENT.get() else { return };
    if agent.env.has_loader(class) == Ok(true) {
        agent.report(agent.prepare(class));
    }
}

unsafe extern "C" fn on_step(_: *mut c_void, _: *mut c_void, thread: Handle, method: MethodId, location: i64) {
    let Some(agent) = AGENT.get() else { return };
    if let Some(known) = agent.known(method) {
        agent.report(agent.step(thread, known, location as u16));
    }
}

unsafe extern "C" fn on_breakpoint(_: *mut c_void, _: *mut c_void, thread: Handle, method: MethodId, location: i64) {
    let Some(agent) = AGENT.get() else { return };
    if let Some(known) = agent.known(method) {
        agent.report(agent.stop(thread, method, known, location as u16));
    }
}

/// The only activations whose end was asked for are class initialisers and methods that pause.
unsafe extern "C" fn on_pop(_: *mut c_void, _: *mut c_void, thread: Handle, method: MethodId, _: u8) {
    let Some(agent) = AGENT.get() else { return };
    let pause = agent.known(method).is_some_and(|known| known.kind == Kind::Pause);
    let end = if pause { Event::PauseEnds } else { Event::InitialiserEnds };
    agent.report(agent.log(thread).map(|log| lock(&log.events).push(end)));
}

unsafe extern "C" fn on_end(_: *mut c_void, _: *mut c_void) {
    let Some(agent) = AGENT.get() else { return };
    if let Err(error) = agent.take().write(&agent.record) {
        complain(&format!("{}: {error}", agent.record.display()));
    }
}

impl Agent {
    /// A class of the program. Before the first nothing of the program runs.
    fn prepare(&self, class: Handle) -> Result<(), Error> {
        if !self.stepping.swap(true, Ordering::Relaxed) {
            self.env.enable(jvmti::SINGLE_STEP)?;
        }
        for method in self.env.methods(class)? {
            self.env.set_breakpoint(method, 0);
        }
        Ok(())
    }

    /// A thread stopped at a breakpoint: unless it has reported the step, nobody else will.
    fn stop(&self, thread: Handle, method: MethodId, known: Known, pc: u16) -> Result<(), Error> {
        if lock(&self.log(thread)?.events).last() == Some(Event::Step(Step { method: known.number, pc })) {
            return Ok(());
        }
        if pc == 0 {
            let code = self.env.bytecodes(method)?;
            for instruction in paratrace_classfile::instructions(&code).flatten() {
                self.env.set_breakpoint(method, instruction.pc.into());
            }
        }
        self.step(thread, known, pc)
    }

    /// Writes a step down, and before it what its activation begins: a class initialiser that a known method triggered, a
    /// method that pauses.
    fn step(&self, thread: Handle, known: Known, pc: u16) -> Result<(), Error> {
        let log = self.log(thread)?;
        let begins = match known.kind {
            _ if pc != 0 => None,
            Kind::Initialiser => {
                let is_triggered = || self.env.caller(thread).is_some_and(|caller| self.known(caller).is_some());
                (self.with_platform || is_triggered()).then_some(Event::InitialiserBegins)
            }
            Kind::Pause => Some(Event::PauseBegins),
            Kind::Other => None,
        };
        if let Some(begins) = begins
            && self.env.notify_pop(thread)?
        {
            lock(&log.events).push(begins);
        }
        lock(&log.events).push(Event::Step(Step { method: known.number, pc }));
        Ok(())
    }

    /// The entry of a method, if its steps are kept.
    fn known(&self, method: MethodId) -> Option<Known> {
        let known = self.numbers.read().unwrap_or_else(PoisonError::into_inner).get(&(method as usize)).copied();
        known.unwrap_or_else(|| self.learn(method))
    }

    #[cold]
    fn learn(&self, method: MethodId) -> Option<Known> {
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        *numbers.entry(method as usize).or_insert_with(|| match self.name(method) {
            Ok(name) => self.add(name?),
            Err(error) => {
                self.report(Err(error));
                None
            }
        })
    }

    fn name(&self, method: MethodId) -> Result<Option<MethodName>, Error> {
        let class = self.env.declaring_class(method)?;
        if !self.with_platform && !self.env.has_loader(class)? {
            return Ok(None);
        }
        let signature = self.env.class_signature(class)?;
        let class = signature.strip_prefix('L').unwrap_or(&signature).trim_end_matches(';').to_owned();
        let (name, descriptor) = self.env.method_name(method)?;
        Ok(Some(MethodName { class, name, descriptor }))
    }

    fn add(&self, name: MethodName) -> Option<Known> {
        let mut methods = lock(&self.methods);
        if methods.len() == Event::METHODS {
            complain("too many methods");
            return None;
        }
        let kind = match () {
            () if name.name == "<clinit>" => Kind::Initialiser,
            () if self.pauses.contains(&name) => Kind::Pause,
            () => Kind::Other,
        };
        let number = methods.len() as u16;
        methods.push(name);
        Some(Known { number, kind })
    }

    /// The log of a thread.
    fn log(&self, thread: Handle) -> Result<&'static ThreadLog, Error> {
        let stored = self.env.thread_storage(thread)?.cast::<ThreadLog>();
        // SAFETY: only leaked logs are stored.
        if let Some(log) = unsafe { stored.as_ref() } {
            return Ok(log);
        }
        let name = self.env.thread_name(thread)?;
        let log: &'static ThreadLog = Box::leak(Box::new(ThreadLog { name, events: Mutex::default() }));
        self.env.set_thread_storage(thread, (&raw const *log).cast())?;
        lock(&self.threads).push(log);
        Ok(log)
    }

    /// Everything seen so far.
    fn take(&self) -> Record {
        let threads = lock(&self.threads);
        let threads = threads.iter().map(|log| Thread { name: log.name.clone(), events: lock(&log.events).take() });
        Record { threads: threads.collect(), methods: lock(&self.methods).clone() }
    }

    fn report(&self, result: Result<(), Error>) {
        // Daemon threads go on while the JVM ends: what they do then is not asked for.
        if let Err(error) = result
            && error != jvmti::WRONG_PHASE
        {
            complain(&format!("error {error}"));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
