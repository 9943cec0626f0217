//! The program without the JDK that it ran on: what a replay would show if that were not traced.
//!
//! To another machine, methods of a traced JDK are untraced code: calls of them are opaque, and what they call of the program is
//! called back. So what is known of the library by its documentation can be told of a run that shows more.

use std::rc::Rc;
use std::sync::Arc;

use paratrace_traceformat::map::{BlockId, Class, MethodId, ProgramMap};
use rustc_hash::FxHashMap;

use crate::base::error::Halt;
use crate::base::pages::Pages;
use crate::events::Events;
use crate::paths::{Compiler, SharedPaths, Step};
use crate::program::{PathInfo, PathRow};
use crate::replay::{Classes, Counter, Entry, Machine, Outcome};

/// Numbers of calls, by caller and callee.
pub type Calls = FxHashMap<(MethodId, MethodId), u64>;

/// An activation.
#[derive(Debug, Clone, Copy)]
enum Frame {
    Jdk,
    Program {
        method: MethodId,
        /// The program called its own code last, not the JDK.
        calls_program: bool,
    },
}

/// The recorded values of a path of the JDK.
#[derive(Debug, Clone, Copy, Default)]
struct Values {
    /// One more than their number; 0 if it is not known yet.
    end: u32,
    /// Those before the class that the call at the end of the path records, plus one; 0 if it records none.
    class: u32,
}

/// What a program's JDK is, if it was traced: the same for all threads.
pub struct TracedJdk<'m> {
    map: &'m ProgramMap,
    /// Of each method: whether it belongs to the JDK.
    methods: Vec<bool>,
    paths: Arc<SharedPaths>,
}

impl<'m> TracedJdk<'m> {
    /// Finds the JDK in the map of a program that ran on it.
    pub fn new(map: &'m ProgramMap) -> Self {
        let classes: Vec<bool> = map.classes.iter().map(Class::is_of_jdk).collect();
        let methods = map.methods.iter().map(|method| classes[method.class.index()]).collect();
        Self { map, methods, paths: Arc::default() }
    }
}

/// A machine that drives another one by what the program itself did.
pub struct WithoutJdk<'m, M> {
    inner: M,
    jdk: &'m TracedJdk<'m>,
    frames: Vec<Frame>,
    /// The path whose call has begun, until it is known whose code answers.
    calling: Option<(Rc<PathInfo>, Outcome)>,
    paths: FxHashMap<PathRow, Rc<PathInfo>>,
    /// Of each path of the JDK.
    values: Pages<Values>,
    compiler: Compiler<'m>,
    /// Number of nodes of the JDK since the program's last step.
    work: u64,
    calls: Counter<(MethodId, MethodId)>,
    callbacks: Counter<(MethodId, MethodId)>,
}

impl<'m, M: Machine> WithoutJdk<'m, M> {
    /// Creates a machine for a replay of the JDK's map.
    pub fn new(jdk: &'m TracedJdk<'m>, inner: M) -> Self {
        let mut compiler = Compiler::new(jdk.map);
        compiler.share(&jdk.paths);
        Self {
            inner,
            jdk,
            frames: Vec::new(),
            calling: None,
            paths: FxHashMap::default(),
            values: Pages::default(),
            compiler,
            work: 0,
            calls: Counter::new(),
            callbacks: Counter::new(),
        }
    }

    /// Returns the inner machine, and the calls of the program: by itself, and by what it called of the JDK.
    pub fn finish(self) -> (M, Calls, Calls) {
        (self.inner, self.calls.finish(), self.callbacks.finish())
    }

    /// The call of the last path is answered, or never will be.
    fn answer(&mut self, by_jdk: bool) -> Result<(), Halt> {
        let Some((path, outcome)) = self.calling.take() else { return Ok(()) };
        if let Some(Frame::Program { calls_program, .. }) = self.frames.last_mut() {
            *calls_program = !by_jdk;
        }
        self.inner.finish(&path, if by_jdk { Outcome::Opaque } else { outcome })
    }

    /// The program goes on behind work of the JDK.
    fn go_on(&mut self) {
        let work = std::mem::take(&mut self.work);
        if work > 0 {
            self.inner.work(work);
        }
    }

    /// Returns why the program sees one of its methods begin.
    fn why(&mut self, method: MethodId, entry: Entry) -> Entry {
        if let Some(&Frame::Program { method: caller, .. }) = self.frames.last() {
            match entry {
                Entry::Direct => self.calls.count((caller, method)),
                Entry::CallBack => self.callbacks.count((caller, method)),
                _ => {}
            }
            return entry;
        }
        let below = self.frames.iter().rev().find_map(|frame| match *frame {
            Frame::Program { method, .. } => Some(method),
            Frame::Jdk => None,
        });
        match below {
            Some(caller) => {
                self.callbacks.count((caller, method));
                Entry::CallBack
            }
            None => Entry::Bottom,
        }
    }

    fn is_in_jdk(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Jdk))
    }

    /// Passes over the recorded values of a path of the JDK, but for the class of a receiver.
    fn skip(&mut self, path: &PathInfo, events: &mut Events<'_>, classes: &mut Classes<'_>) -> Result<(), Halt> {
        let known = self.values.get(path.index.index());
        let Values { end, class } = if known.end > 0 { known } else { self.learn(path) };
        let from = events.data_position();
        if class > 0 {
            events.skip_data_to(from + u64::from(class) - 1);
            classes.call = Some(events.data()?);
        }
        events.skip_data_to(from + u64::from(end) - 1);
        Ok(())
    }

    #[cold]
    fn learn(&mut self, path: &PathInfo) -> Values {
        let mut values = Values { end: 1, class: 0 };
        for at in self.compiler.recipe(path).steps() {
            let step = self.compiler.step(at);
            if matches!(step, Step::Class { last: true, .. }) {
                values.class = values.end;
            }
            values.end += step.values() as u32;
        }
        *self.values.at(path.index.index()) = values;
        values
    }
}

impl<M: Machine> Machine for WithoutJdk<'_, M> {
    fn enter(&mut self, method: MethodId, entry: Entry) -> Result<(), Halt> {
        let is_of_jdk = self.jdk.methods[method.index()];
        self.answer(is_of_jdk)?;
        if is_of_jdk {
            self.frames.push(Frame::Jdk);
            return Ok(());
        }
        self.go_on();
        let entry = self.why(method, entry);
        self.inner.enter(method, entry)?;
        self.frames.push(Frame::Program { method, calls_program: false });
        Ok(())
    }

    fn begin(
        &mut self,
        path: &PathInfo,
        direct: bool,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt> {
        self.answer(false)?;
        match self.frames.last() {
            Some(&Frame::Program { calls_program, .. }) => {
                self.go_on();
                self.inner.begin(path, direct && calls_program, events, classes)
            }
            _ => self.skip(path, events, classes),
        }
    }

    /// What a call of the program counts is its own; what the JDK's calls count is work of the JDK.
    fn counted(&mut self, nodes: u64) {
        if self.is_in_jdk() {
            self.work += nodes;
        } else {
            self.go_on();
            self.inner.counted(nodes);
        }
    }

    fn finish(&mut self, path: &PathInfo, outcome: Outcome) -> Result<(), Halt> {
        match outcome {
            _ if self.is_in_jdk() => {
                self.work += u64::from(path.nodes);
                Ok(())
            }
            Outcome::Direct | Outcome::Lambda(_) => {
                let path = self.paths.entry(path.index).or_insert_with(|| Rc::new(path.clone()));
                self.calling = Some((Rc::clone(path), outcome));
                Ok(())
            }
            _ => self.inner.finish(path, outcome),
        }
    }

    #[inline]
    fn expect(&self, path: PathRow) {
        self.inner.expect(path);
    }

    #[inline]
    fn expect_now(&self, path: PathRow) {
        self.inner.expect_now(path);
    }

    fn catch(&mut self, block: BlockId) {
        // What fails here fails again at the next path.
        let _ = self.answer(false);
        if !self.is_in_jdk() {
            self.go_on();
            self.inner.catch(block);
        }
    }

    fn leave(&mut self) {
        let _ = self.answer(false);
        if let Some(Frame::Program { .. }) = self.frames.pop() {
            self.go_on();
            self.inner.leave();
        }
    }
}
