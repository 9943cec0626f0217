//! What methods and fields of the JDK have to do with the order of threads, and where tasks of executors begin, by their names.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::{Accessed, InstructionId, Method, MethodId, Op, ProgramMap, Site};

use super::calls::CONCURRENT;
use super::virtual_threads::Lives;

/// Returns whether an instruction wakes up who waits for a monitor.
pub(super) fn notifies(map: &ProgramMap, insn: InstructionId) -> bool {
    map.call_at(insn).is_some_and(|site| matches!(&*site.name, "notify" | "notifyAll") && site.desc == "()V")
}

/// How a field takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// As any other.
    Data,
    /// As part of what makes threads wait, which is known otherwise.
    Machinery,
    /// The thread that has a lock.
    Owner,
    /// The state of something that may be a lock.
    State,
    /// A place for a task in a queue of a fork-join pool.
    Task,
}

/// What is known of a map.
pub(super) struct Known<'m> {
    pub(super) map: &'m ProgramMap,
    /// Methods of the program itself, and not of a traced JDK.
    own: FixedBitSet,
    /// `ForkJoinTask.doExec`.
    forked: FixedBitSet,
    /// Methods that let go of a lock to wait for a condition.
    awaits: FixedBitSet,
    /// Methods of which it is not known what they wait for, though they are traced.
    unknown: FixedBitSet,
    /// `ThreadPoolExecutor.runWorker`.
    runs_tasks: FixedBitSet,
    /// Methods that give a lock back.
    releases: FixedBitSet,
    /// Methods that hand tasks to a pool.
    hands_out: FixedBitSet,
    /// Methods of `ForkJoinTask` that execute tasks at once.
    invokes: FixedBitSet,
    /// Methods that link calls and load classes.
    links: FixedBitSet,
    /// Methods that tell how much a queue has, or the value of a counter.
    sizes: FixedBitSet,
    /// Methods of thread pools that nobody waits for, and those that look whether a queue is full, which it never is.
    keeps_books: FixedBitSet,
    /// `ForkJoinPool.WorkQueue.growArray`.
    moves_tasks: FixedBitSet,
    /// `ThreadPoolExecutor.getTask`.
    gets_task: FixedBitSet,
    /// Instructions of fork-join pools.
    in_pools: Vec<Range<u32>>,
    /// Those that take a task out of the midst of a queue.
    removes: Vec<Range<u32>>,
    /// Instructions of `ScheduledFutureTask.getDelay`.
    delays: Range<u32>,
    /// Where virtual threads are made and started.
    pub(super) lives: Lives,
    /// How far the state of a lock is behind its owner, in slots.
    pub(super) to_state: Option<u32>,
}

fn is(map: &ProgramMap, method: &Method, class: &str, name: &str) -> bool {
    method.name == name && map.classes[method.class.index()].name == class
}

/// Methods of executors that give their argument to other threads.
fn hands_out(class: &str, name: &str) -> bool {
    let Some(class) = class.strip_prefix(CONCURRENT) else { return false };
    match class {
        "ThreadPoolExecutor" => name == "execute",
        "ScheduledThreadPoolExecutor" => name.starts_with("schedule") || name == "delayedExecute",
        "ForkJoinPool$WorkQueue" => name.to_lowercase().contains("push"),
        _ => false,
    }
}

/// Permits and shared locks: how many threads may have them at once is not recorded.
fn is_unknown(class: &str, name: &str) -> bool {
    let acquires = ["acquire", "tryAcquire", "lock", "tryLock", "readLock", "writeLock", "tryOptimisticRead"];
    let classes = ["Semaphore", "locks/ReentrantReadWriteLock$ReadLock", "locks/StampedLock"];
    class.strip_prefix(CONCURRENT).is_some_and(|class| classes.contains(&class))
        && acquires.iter().any(|first| name.starts_with(first))
}

impl<'m> Known<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let methods = || map.methods.iter().zip(MethodId::all());
        let own = map.own_methods().map(|(method, _)| method.index()).collect();
        let those = |wanted: &dyn Fn(&Method) -> bool| -> FixedBitSet {
            methods().filter(|(method, _)| wanted(method)).map(|(_, number)| number.index()).collect()
        };
        let forked = those(&|method| is(map, method, "java/util/concurrent/ForkJoinTask", "doExec"));
        let awaits = those(&|method| method.name == "fullyRelease" || method.name == "enableWait");
        let unknown = those(&|method| is_unknown(&map.classes[method.class.index()].name, &method.name));
        let runs_tasks = those(&|method| is(map, method, "java/util/concurrent/ThreadPoolExecutor", "runWorker"));
        let releases = those(&|method| method.name == "tryRelease");
        let hands_out = those(&|method| hands_out(&map.classes[method.class.index()].name, &method.name));
        let is_forked = |method: &Method| map.classes[method.class.index()].name == "java/util/concurrent/ForkJoinTask";
        let invokes = those(&|method| is_forked(method) && method.name.to_lowercase().contains("invoke"));
        let class = |method: &Method| &*map.classes[method.class.index()].name;
        let links = those(&|method| {
            let class = class(method);
            let loads = class == "java/lang/ClassLoader" || class.starts_with("jdk/internal/loader/");
            class == "java/lang/invoke/MethodHandleNatives"
                || class.starts_with("java/lang/invoke/MethodType")
                || loads && method.name == "loadClass"
        });
        let sizes = those(&|method| {
            ["isEmpty", "size"].contains(&&*method.name)
                || is(map, method, "java/util/concurrent/atomic/AtomicInteger", "get")
        });
        let waits = ["awaitTermination", "isTerminated", "isTerminating", "isShutdown"];
        let keeps_books = those(&|method| match class(method) {
            "java/util/concurrent/ThreadPoolExecutor" => !waits.contains(&&*method.name),
            "java/util/concurrent/LinkedBlockingQueue" => ["offer", "put"].contains(&&*method.name),
            _ => false,
        });
        let moves_tasks = those(&|method| is(map, method, "java/util/concurrent/ForkJoinPool$WorkQueue", "growArray"));
        let gets_task = those(&|method| is(map, method, "java/util/concurrent/ThreadPoolExecutor", "getTask"));
        let is_pool = |method: &&Method| class(method).starts_with("java/util/concurrent/ForkJoinPool");
        let pools = || map.methods.iter().filter(is_pool);
        let in_pools = pools().map(|method| method.insns.clone()).collect();
        let removes = pools().filter(|method| method.name.contains("emove"));
        let removes = removes.map(|method| method.insns.clone()).collect();
        let scheduled = "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask";
        let delays = map.methods.iter().find(|method| is(map, method, scheduled, "getDelay"));
        let delays = delays.map_or(0..0, |method| method.insns.clone());
        let slot = |class, name: &str| {
            map.fields.iter().find(|field| field.class == class && field.name == name).map(|field| field.slot)
        };
        let owner = slot("java/util/concurrent/locks/AbstractOwnableSynchronizer", "exclusiveOwnerThread");
        let state = slot("java/util/concurrent/locks/AbstractQueuedSynchronizer", "state");
        let to_state = state.zip(owner).and_then(|(state, owner)| state.checked_sub(owner));
        Self {
            map,
            own,
            forked,
            awaits,
            unknown,
            runs_tasks,
            releases,
            hands_out,
            invokes,
            links,
            sizes,
            keeps_books,
            moves_tasks,
            gets_task,
            in_pools,
            removes,
            delays,
            lives: Lives::new(map),
            to_state,
        }
    }

    /// Returns whether a method is one of the program.
    pub(super) fn is_own(&self, method: MethodId) -> bool {
        !method.is_none() && self.own.contains(method.index())
    }

    /// Returns whether an activation is a task of a fork-join pool.
    pub(super) fn is_forked(&self, region: RegionId) -> bool {
        self.forked.contains(region.index())
    }

    /// Returns the name of a method of which it is not known what it waits for.
    pub(super) fn unknown(&self, region: RegionId) -> Option<String> {
        let method = self.map.methods.get(region.index()).filter(|_| self.unknown.contains(region.index()))?;
        Some(format!("{}.{}", self.map.classes[method.class.index()].name, method.name))
    }

    /// Returns whether an activation is a task of a thread pool, by what calls it.
    pub(super) fn is_pooled(&self, region: RegionId, caller: RegionId) -> bool {
        self.runs_tasks.contains(caller.index())
            && self
                .map
                .methods
                .get(region.index())
                .is_some_and(|method| method.name == "run" || method.name.starts_with("lambda$"))
    }

    /// Returns whether code belongs to the lock that each worker of a thread pool has while it runs a task: nobody waits for it.
    pub(super) fn is_of_worker(&self, caller: RegionId) -> bool {
        self.map.methods.get(caller.index()).is_some_and(|method| {
            self.map.classes[method.class.index()].name == "java/util/concurrent/ThreadPoolExecutor$Worker"
        })
    }

    /// Returns whether an activation lets go of a lock to wait for a condition.
    pub(super) fn awaits(&self, region: RegionId) -> bool {
        self.awaits.contains(region.index())
    }

    /// Returns whether code that calls something gives a lock back.
    pub(super) fn releases(&self, caller: RegionId) -> bool {
        self.releases.contains(caller.index())
    }

    /// Returns whether an activation hands tasks to a pool.
    pub(super) fn hands_out(&self, region: RegionId) -> bool {
        self.hands_out.contains(region.index())
    }

    /// Returns whether nothing that an activation reads orders threads: it links calls or loads classes for the JVM, which whoever comes first
    /// does for all, or it tells a thread pool for its own bookkeeping how many tasks wait, or its state.
    pub(super) fn is_aside(&self, region: RegionId, caller: RegionId) -> bool {
        self.links.contains(region.index())
            || self.sizes.contains(region.index()) && self.keeps_books.contains(caller.index())
    }

    /// Returns whether an activation moves tasks that were handed out before.
    pub(super) fn moves_tasks(&self, region: RegionId) -> bool {
        self.moves_tasks.contains(region.index())
    }

    /// Returns whether an activation gets a worker's next task from the queue of its pool.
    pub(super) fn gets_task(&self, region: RegionId) -> bool {
        self.gets_task.contains(region.index())
    }

    /// Returns whether code executes a fork-join task that nobody had to fork.
    pub(super) fn invokes(&self, caller: RegionId) -> bool {
        self.invokes.contains(caller.index())
    }

    /// Returns whether a worker of a thread pool gets its next task by an instruction, from a field that only who hands it out writes.
    pub(super) fn passes_task(&self, insn: InstructionId) -> bool {
        let field = self.field(insn).and_then(|field| self.map.fields.get(field as usize));
        let concurrent = field.and_then(|field| Some((field.class.strip_prefix(CONCURRENT)?, &*field.name)));
        concurrent.is_some_and(|field| match field {
            ("ThreadPoolExecutor$Worker", "firstTask") => true,
            // The queue asks the task that it gives away last when it is due.
            ("ScheduledThreadPoolExecutor$ScheduledFutureTask", "time") => self.delays.contains(&insn.number()),
            (class, name) => name == "item" && class.contains("Queue"),
        })
    }

    /// Returns the field that an instruction accesses, if it is known.
    pub(super) fn field(&self, insn: InstructionId) -> Option<u32> {
        match self.map.call_at(insn).map(Site::accessed) {
            Some(Some(Accessed::Field(field))) => Some(field),
            Some(_) => None,
            None => {
                let op = *self.map.insns.op.get(insn.index())?;
                let fields = [Op::GetField, Op::PutField, Op::GetStatic, Op::PutStatic];
                let is_field = Op::from_byte(op).is_some_and(|op| fields.contains(&op));
                is_field.then(|| self.map.insns.arg.get(insn.index()).copied()).flatten()
            }
        }
    }

    /// Returns whether an update of a place for a task takes a task that is executed next: others move tasks.
    pub(super) fn takes_for_execution(&self, insn: InstructionId) -> bool {
        let is_removed = self.removes.iter().any(|insns| insns.contains(&insn.number()));
        !is_removed || self.map.call_at(insn).is_some_and(|site| site.name.contains("ompareAnd"))
    }

    /// Returns how an access takes part.
    pub(super) fn role(&self, insn: InstructionId) -> Role {
        let Some(field) = self.field(insn).and_then(|field| self.map.fields.get(field as usize)) else {
            let is_in_pool = self.in_pools.iter().any(|insns| insns.contains(&insn.number()));
            return if is_in_pool { Role::Task } else { Role::Data };
        };
        let concurrent = field.class.strip_prefix(CONCURRENT).unwrap_or_default();
        if let Some(class) = concurrent.strip_prefix("locks/") {
            return match (class, &*field.name) {
                ("AbstractOwnableSynchronizer", _) => Role::Owner,
                ("AbstractQueuedSynchronizer", "state") => Role::State,
                _ => Role::Machinery,
            };
        }
        // By such fields threads know whom to wake up.
        let is_waiter = !concurrent.is_empty() && field.desc == "Ljava/lang/Thread;" || concurrent.contains("WaitNode");
        let is_machinery = is_waiter
            || (concurrent, &*field.name) == ("FutureTask", "waiters")
            || concurrent.starts_with("ForkJoinPool")
            || ["java/lang/Thread", "java/lang/ThreadGroup", "java/lang/Thread$FieldHolder"].contains(&&*field.class);
        if is_machinery { Role::Machinery } else { Role::Data }
    }

    /// Returns whether an access orders threads itself.
    pub(super) fn is_volatile(&self, insn: InstructionId) -> bool {
        self.map.call_at(insn).is_some() || self.field(insn).is_some_and(|field| self.map.is_volatile(field))
    }
}
