//! The few functions of the JVM Tool Interface that the agent calls, by their numbers in its specification.
//!
//! Safety: the layouts are the specification's (`jvmti.h`), the same in every version from 1.1 on: a function's place in
//! the table is its number less one, capabilities are a bit set, callbacks a table from event 50 on. An [`Env`] lives as
//! long as the JVM, so copies of the pointer stay valid, and its functions may be called from any thread. Strings that
//! functions return are ours until `Deallocate`, and end with 0.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;

/// An error code; 0 is success.
pub(crate) type Error = c_int;
/// A thread, a class, a loader: a local reference, valid during the callback.
pub(crate) type Handle = *mut c_void;
/// A method, valid until its class is unloaded.
pub(crate) type MethodId = *mut c_void;

/// The JVM has ended.
pub(crate) const WRONG_PHASE: Error = 112;

pub(crate) const VERSION: c_int = 0x3001_0100;
const GET_ENV: usize = 6;
const SINGLE_STEP_EVENTS: usize = 16;
const FRAME_POP_EVENTS: usize = 18;
const BREAKPOINT_EVENTS: usize = 19;
const BYTECODES: usize = 3;
const VIRTUAL_THREADS: usize = 44;
const FIRST_EVENT: c_int = 50;
pub(crate) const VM_DEATH: c_int = 51;
pub(crate) const CLASS_PREPARE: c_int = 56;
pub(crate) const SINGLE_STEP: c_int = 60;
pub(crate) const FRAME_POP: c_int = 61;
pub(crate) const BREAKPOINT: c_int = 62;

/// `void (*)(jvmtiEnv *, JNIEnv *)`
pub(crate) type OnEnd = unsafe extern "C" fn(*mut c_void, *mut c_void);
/// `void (*)(jvmtiEnv *, JNIEnv *, jthread, jclass)`
pub(crate) type OnPrepare = unsafe extern "C" fn(*mut c_void, *mut c_void, Handle, Handle);
/// `void (*)(jvmtiEnv *, JNIEnv *, jthread, jmethodID, jlocation)`, for breakpoints too
pub(crate) type OnStep = unsafe extern "C" fn(*mut c_void, *mut c_void, Handle, MethodId, i64);
/// `void (*)(jvmtiEnv *, JNIEnv *, jthread, jmethodID, jboolean)`
pub(crate) type OnPop = unsafe extern "C" fn(*mut c_void, *mut c_void, Handle, MethodId, u8);

/// The agent's functions for the events that it asks for.
pub(crate) struct Callbacks {
    pub(crate) end: OnEnd,
    pub(crate) prepare: OnPrepare,
    pub(crate) step: OnStep,
    pub(crate) pop: OnPop,
    pub(crate) breakpoint: OnStep,
}

/// An environment of the interface.
#[derive(Clone, Copy)]
pub(crate) struct Env(*mut c_void);

// SAFETY: see above; the pointer is only passed to functions that may be called from any thread.
unsafe impl Send for Env {}
// SAFETY: as for `Send`.
unsafe impl Sync for Env {}

/// The function at a place of the table that an object points to first.
///
/// # Safety
/// `object` points to such a table, and `F` is the type of the function there.
unsafe fn function<F: Copy>(object: *mut c_void, place: usize) -> F {
    // SAFETY: the caller's promise.
    unsafe {
        let table = *object.cast::<*const *const c_void>();
        table.add(place).cast::<F>().read()
    }
}

impl Env {
    /// The environment of a JVM.
    ///
    /// # Safety
    /// `vm` is the `JavaVM` that the JVM gave.
    pub(crate) unsafe fn of(vm: *mut c_void) -> Option<Self> {
        type GetEnv = unsafe extern "C" fn(*mut c_void, *mut *mut c_void, c_int) -> c_int;
        let mut env = null_mut();
        // SAFETY: `GetEnv` of the invocation interface.
        let error = unsafe { function::<GetEnv>(vm, GET_ENV)(vm, &raw mut env, VERSION) };
        (error == 0 && !env.is_null()).then_some(Self(env))
    }

    /// Function `number` of the specification.
    ///
    /// # Safety
    /// `F` is its type.
    unsafe fn call<F: Copy>(self, number: usize) -> F {
        // SAFETY: the environment points to its function table.
        unsafe { function(self.0, number - 1) }
    }

    /// Asks for all that the agent needs; of virtual threads too, where there are any.
    pub(crate) fn add_capabilities(self) -> Result<(), Error> {
        for needed in [SINGLE_STEP_EVENTS, FRAME_POP_EVENTS, BREAKPOINT_EVENTS, BYTECODES] {
            self.add(needed)?;
        }
        // A JVM without virtual threads refuses the bit, and all is well.
        let _ = self.add(VIRTUAL_THREADS);
        Ok(())
    }

    fn add(self, capability: usize) -> Result<(), Error> {
        type AddCapabilities = unsafe extern "C" fn(*mut c_void, *const u8) -> Error;
        let mut wanted = [0_u8; 16];
        wanted[capability / 8] = 1 << (capability % 8);
        // SAFETY: function 142.
        check(unsafe { self.call::<AddCapabilities>(142)(self.0, wanted.as_ptr()) })
    }

    pub(crate) fn set_callbacks(self, callbacks: &Callbacks) -> Result<(), Error> {
        type SetEventCallbacks = unsafe extern "C" fn(*mut c_void, *const *const c_void, c_int) -> Error;
        let mut table = [std::ptr::null::<c_void>(); 13];
        let mut set = |event: c_int, callback: *const c_void| table[(event - FIRST_EVENT) as usize] = callback;
        set(VM_DEATH, callbacks.end as *const c_void);
        set(CLASS_PREPARE, callbacks.prepare as *const c_void);
        set(SINGLE_STEP, callbacks.step as *const c_void);
        set(FRAME_POP, callbacks.pop as *const c_void);
        set(BREAKPOINT, callbacks.breakpoint as *const c_void);
        // SAFETY: function 122 copies so many bytes of the table.
        check(unsafe { self.call::<SetEventCallbacks>(122)(self.0, table.as_ptr(), size_of_val(&table) as c_int) })
    }

    /// Lets an event be reported for all threads from now on.
    pub(crate) fn enable(self, event: c_int) -> Result<(), Error> {
        type SetEventNotificationMode = unsafe extern "C" fn(*mut c_void, c_int, c_int, Handle, ...) -> Error;
        const ENABLE: c_int = 1;
        // SAFETY: function 2; no thread means all.
        check(unsafe { self.call::<SetEventNotificationMode>(2)(self.0, ENABLE, event, null_mut()) })
    }

    /// The method that called the one that a thread executes.
    pub(crate) fn caller(self, thread: Handle) -> Option<MethodId> {
        type GetFrameLocation = unsafe extern "C" fn(*mut c_void, Handle, c_int, *mut MethodId, *mut i64) -> Error;
        let (mut method, mut location) = (null_mut(), 0);
        // SAFETY: function 19; a thread without a caller is an error.
        let found =
            check(unsafe { self.call::<GetFrameLocation>(19)(self.0, thread, 1, &raw mut method, &raw mut location) });
        found.ok().map(|()| method)
    }

    /// Lets the end of a thread's innermost activation be reported; `false` if that has been asked before.
    pub(crate) fn notify_pop(self, thread: Handle) -> Result<bool, Error> {
        type NotifyFramePop = unsafe extern "C" fn(*mut c_void, Handle, c_int) -> Error;
        const DUPLICATE: Error = 40;
        // SAFETY: function 20.
        match unsafe { self.call::<NotifyFramePop>(20)(self.0, thread, 0) } {
            DUPLICATE => Ok(false),
            error => check(error).map(|()| true),
        }
    }

    /// The agent's data for a thread.
    pub(crate) fn thread_storage(self, thread: Handle) -> Result<*const c_void, Error> {
        type GetThreadLocalStorage = unsafe extern "C" fn(*mut c_void, Handle, *mut *const c_void) -> Error;
        let mut data = std::ptr::null();
        // SAFETY: function 102.
        check(unsafe { self.call::<GetThreadLocalStorage>(102)(self.0, thread, &raw mut data) }).map(|()| data)
    }

    pub(crate) fn set_thread_storage(self, thread: Handle, data: *const c_void) -> Result<(), Error> {
        type SetThreadLocalStorage = unsafe extern "C" fn(*mut c_void, Handle, *const c_void) -> Error;
        // SAFETY: function 103.
        check(unsafe { self.call::<SetThreadLocalStorage>(103)(self.0, thread, data) })
    }

    pub(crate) fn thread_name(self, thread: Handle) -> Result<String, Error> {
        #[repr(C)]
        struct ThreadInfo {
            name: *mut c_char,
            priority: c_int,
            is_daemon: u8,
            thread_group: Handle,
            context_class_loader: Handle,
        }
        type GetThreadInfo = unsafe extern "C" fn(*mut c_void, Handle, *mut ThreadInfo) -> Error;
        let mut info = ThreadInfo {
            name: null_mut(),
            priority: 0,
            is_daemon: 0,
            thread_group: null_mut(),
            context_class_loader: null_mut(),
        };
        // SAFETY: function 9.
        check(unsafe { self.call::<GetThreadInfo>(9)(self.0, thread, &raw mut info) })?;
        Ok(self.take(info.name))
    }

    /// Was this class defined by another loader than the boot loader?
    pub(crate) fn has_loader(self, class: Handle) -> Result<bool, Error> {
        type GetClassLoader = unsafe extern "C" fn(*mut c_void, Handle, *mut Handle) -> Error;
        let mut loader = null_mut();
        // SAFETY: function 57.
        check(unsafe { self.call::<GetClassLoader>(57)(self.0, class, &raw mut loader) })?;
        Ok(!loader.is_null())
    }

    pub(crate) fn class_signature(self, class: Handle) -> Result<String, Error> {
        type GetClassSignature = unsafe extern "C" fn(*mut c_void, Handle, *mut *mut c_char, *mut *mut c_char) -> Error;
        let mut signature = null_mut();
        // SAFETY: function 48.
        check(unsafe { self.call::<GetClassSignature>(48)(self.0, class, &raw mut signature, null_mut()) })?;
        Ok(self.take(signature))
    }

    /// Name and descriptor of a method.
    pub(crate) fn method_name(self, method: MethodId) -> Result<(String, String), Error> {
        type GetMethodName =
            unsafe extern "C" fn(*mut c_void, MethodId, *mut *mut c_char, *mut *mut c_char, *mut *mut c_char) -> Error;
        let (mut name, mut descriptor) = (null_mut(), null_mut());
        // SAFETY: function 64.
        check(unsafe {
            self.call::<GetMethodName>(64)(self.0, method, &raw mut name, &raw mut descriptor, null_mut())
        })?;
        Ok((self.take(name), self.take(descriptor)))
    }

    /// Lets a thread's arrival at an instruction be reported. Methods without code have none, which is no fault.
    pub(crate) fn set_breakpoint(self, method: MethodId, location: i64) {
        type SetBreakpoint = unsafe extern "C" fn(*mut c_void, MethodId, i64) -> Error;
        // SAFETY: function 38; one that is there already is an error.
        let _ = unsafe { self.call::<SetBreakpoint>(38)(self.0, method, location) };
    }

    pub(crate) fn methods(self, class: Handle) -> Result<Vec<MethodId>, Error> {
        type GetClassMethods = unsafe extern "C" fn(*mut c_void, Handle, *mut c_int, *mut *mut MethodId) -> Error;
        let (mut count, mut methods) = (0, null_mut());
        // SAFETY: function 52.
        check(unsafe { self.call::<GetClassMethods>(52)(self.0, class, &raw mut count, &raw mut methods) })?;
        Ok(self.take_all(methods, count))
    }

    /// The code of a method, as in its class file.
    pub(crate) fn bytecodes(self, method: MethodId) -> Result<Vec<u8>, Error> {
        type GetBytecodes = unsafe extern "C" fn(*mut c_void, MethodId, *mut c_int, *mut *mut u8) -> Error;
        let (mut count, mut code) = (0, null_mut());
        // SAFETY: function 75.
        check(unsafe { self.call::<GetBytecodes>(75)(self.0, method, &raw mut count, &raw mut code) })?;
        Ok(self.take_all(code, count))
    }

    pub(crate) fn declaring_class(self, method: MethodId) -> Result<Handle, Error> {
        type GetMethodDeclaringClass = unsafe extern "C" fn(*mut c_void, MethodId, *mut Handle) -> Error;
        let mut class = null_mut();
        // SAFETY: function 65.
        check(unsafe { self.call::<GetMethodDeclaringClass>(65)(self.0, method, &raw mut class) }).map(|()| class)
    }

    /// A string that the JVM allocated.
    fn take(self, text: *mut c_char) -> String {
        if text.is_null() {
            return String::new();
        }
        // SAFETY: the string ends with 0.
        let copy = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        self.deallocate(text.cast());
        copy
    }

    /// An array that the JVM allocated.
    fn take_all<T: Copy>(self, array: *mut T, count: c_int) -> Vec<T> {
        if array.is_null() {
            return Vec::new();
        }
        // SAFETY: the array has so many elements.
        let copy = unsafe { std::slice::from_raw_parts(array, count.max(0) as usize) }.to_vec();
        self.deallocate(array.cast());
        copy
    }

    fn deallocate(self, memory: *mut c_void) {
        type Deallocate = unsafe extern "C" fn(*mut c_void, *mut c_void) -> Error;
        // SAFETY: function 47; the memory is ours. It fails only without it.
        let _ = unsafe { self.call::<Deallocate>(47)(self.0, memory) };
    }
}

fn check(error: Error) -> Result<(), Error> {
    if error == 0 { Ok(()) } else { Err(error) }
}
