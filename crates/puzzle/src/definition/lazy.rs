//! A value that is computed from the rest of a structure at the first access. Comparisons ignore it, and a clone of the
//! structure, which may then be changed, computes its own.

use std::fmt;
use std::sync::OnceLock;

/// A lazily computed value, ignored by `==` and not cloned.
pub(crate) struct Lazy<T>(OnceLock<T>);

impl<T> Lazy<T> {
    /// Returns the value, computed by `make` if this is the first call.
    pub fn get(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(make)
    }
}

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Lazy(OnceLock::new())
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Lazy::default()
    }
}

impl<T> PartialEq for Lazy<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Lazy<T> {}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lazy")
    }
}
