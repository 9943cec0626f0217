//! The JVM's verifier as a judge of rewritten classes, for tests and checks.
//!
//! A [`Verifier`] lets a JVM link classes, of any loader, without initialising them, and says what became of each. Every run
//! begins with classes that the JVM must reject; one that lets them pass is an error.
//!
//! ```
//! use paratrace_verifier::{Jdk, Request, Verifier};
//!
//! let jdk = Jdk::find()?;
//! let mut request = Request::default();
//! request.link_system("java.lang.String");
//! let verdict = Verifier::new(&jdk)?.link(&jdk, &request, &[])?;
//! assert_eq!((verdict.linked, verdict.rejected.len()), (1, 0));
//! # Ok::<(), anyhow::Error>(())
//! ```

mod canary;
mod hollow;
mod jdk;
mod platform;
pub mod published;
mod verifier;

pub use canary::Fault;
pub use jdk::{Jdk, run};
pub use platform::FIXED_LAYOUT;
pub use verifier::{Request, Verdict, Verifier};
