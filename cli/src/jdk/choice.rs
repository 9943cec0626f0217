//! The JDK that a program runs on: a traced one, or what cannot be traced as it is. The program comes first: whatever is in the way
//! of a traced JDK is a reason, and no failure.

use super::{TracedJdk, home_of, no_cache};
use crate::cache::Cache;
use crate::failure::Failure;
use paratrace_report::text::WITHOUT_JDK;
use paratrace_traceformat::plain::line;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Why there is no traced copy in a cache that others can write to.
const FOREIGN: &str = "the cache, where traced copies lie, is not the user's alone";

/// What a run wants.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Wish {
    /// The traced copy of the JDK whose `java` is named, which lies in this cache.
    Traced(PathBuf),
    /// The JDK as it is, for this reason.
    AsItIs(String),
}

impl Wish {
    /// A traced copy, if there can be one.
    pub(crate) fn traced() -> Wish {
        match Cache::find() {
            Ok(Some(cache)) => Wish::Traced(cache.directory),
            Ok(None) => Wish::AsItIs(no_cache().summary()),
            Err(_) => Wish::AsItIs(FOREIGN.to_owned()),
        }
    }

    /// What there is for this `java` and a program that may have a reason not to run on a traced copy. One is made first if there is
    /// none.
    pub(crate) fn jdk(&self, java: &OsStr, unfit: impl FnOnce() -> Option<String>) -> Jdk {
        let cache = match self {
            Wish::Traced(directory) => Cache::in_folder(directory.clone()),
            Wish::AsItIs(why) => return Jdk::AsItIs(Why::of(why.clone())),
        };
        let Ok(cache) = cache else { return Jdk::AsItIs(Why::of(FOREIGN.to_owned())) };
        let made = || home_of(java).and_then(|home| TracedJdk::unless_failed(&home, &cache));
        let of_java = || made().map_or_else(|failure| Jdk::AsItIs(Why::failed(&failure)), Jdk::Traced);
        unfit().map_or_else(of_java, |why| Jdk::AsItIs(Why::of(why)))
    }
}

/// What a program runs on.
#[derive(Debug)]
pub(crate) enum Jdk {
    /// A traced copy.
    Traced(TracedJdk),
    /// The JDK that was named, which is not traced.
    AsItIs(Why),
}

impl Jdk {
    pub(crate) fn traced(&self) -> Option<&TracedJdk> {
        match self {
            Jdk::Traced(jdk) => Some(jdk),
            Jdk::AsItIs(_) => None,
        }
    }

    /// The options that its `java` needs.
    pub(crate) fn options(&self) -> Vec<OsString> {
        self.traced().map(|jdk| jdk.set().options()).unwrap_or_default()
    }

    /// What there is for a program on the module path: a patch adds no module of the runtime's name, and exports the runtime to none.
    pub(crate) fn for_modules(self) -> Jdk {
        match self.traced().and_then(TracedJdk::no_copy) {
            Some(_) => {
                Jdk::AsItIs(Why::of("the program is on the module path, and no copy of the JDK can be made".to_owned()))
            }
            None => self,
        }
    }

    /// Reason why it is not traced, as the report has it.
    pub(crate) fn why_not(&self) -> Option<&str> {
        match self {
            Jdk::Traced(_) => None,
            Jdk::AsItIs(why) => Some(&why.reported),
        }
    }

    /// What the user is told before the program starts: that a copy was made, or that there is none.
    pub(crate) fn told(&self) -> Option<String> {
        match self {
            Jdk::Traced(jdk) => jdk.told(),
            Jdk::AsItIs(why) => Some(why.told()),
        }
    }
}

/// Why a JDK is not traced, in words.
#[derive(Debug)]
pub(crate) struct Why {
    /// The same wherever the JDK lies.
    reported: String,
    /// More of it, for the user at the terminal.
    detail: Option<String>,
}

impl Why {
    pub(crate) fn of(reported: String) -> Why {
        Why { reported, detail: None }
    }

    /// What was tried has failed.
    pub(crate) fn failed(failure: &Failure) -> Why {
        Why { detail: Some(failure.summary()), ..Why::of("no traced copy of it could be made".to_owned()) }
    }

    pub(crate) fn told(&self) -> String {
        let why = self.detail.as_ref().unwrap_or(&self.reported);
        format!("paratrace: the JDK is not traced ({}): {WITHOUT_JDK}\n", line(why))
    }
}
