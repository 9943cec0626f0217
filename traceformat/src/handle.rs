//! Handles: numbers of rows, each table's in a type of its own.

/// Defines a handle type. A number of one table then cannot be taken for that of another; at run time it is a `u32`.
///
/// ```
/// paratrace_traceformat::handle! {
///     /// Number of a page.
///     pub struct PageId;
/// }
///
/// let page = PageId::new(3);
/// assert_eq!((page.number(), page.index()), (3, 3));
/// assert!(PageId::NONE.is_none());
/// ```
#[macro_export]
macro_rules! handle {
    ($(#[$about:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        $visibility struct $name(u32);

        #[allow(dead_code, reason = "not every handle needs every function")]
        impl $name {
            /// "No such row".
            $visibility const NONE: Self = Self(u32::MAX);

            /// Creates the handle of a row.
            #[inline(always)]
            $visibility const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Returns the number of the row.
            #[inline(always)]
            $visibility const fn number(self) -> u32 {
                self.0
            }

            /// Returns the number of the row as an index.
            #[inline(always)]
            $visibility const fn index(self) -> usize {
                self.0 as usize
            }

            /// Lists the handles of all rows, without an end.
            $visibility fn all() -> impl Iterator<Item = Self> {
                (0..).map(Self)
            }

            /// Returns whether there is no such row.
            #[inline(always)]
            $visibility const fn is_none(self) -> bool {
                self.0 == u32::MAX
            }
        }

        impl ::std::default::Default for $name {
            fn default() -> Self {
                Self::NONE
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl ::std::fmt::Debug for $name {
            // The field that holds a handle says what it is.
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Debug::fmt(&self.0, f)
            }
        }
    };
}
