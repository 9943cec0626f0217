//! One value per frame address.

use crate::engine::Cell;

/// Values by frame address; what lies behind the end is empty.
#[derive(Debug)]
pub(crate) struct Stack<T> {
    cells: Vec<T>,
}

impl<T: Cell> Stack<T> {
    pub(crate) fn new() -> Self {
        Self { cells: Vec::new() }
    }

    #[inline]
    pub(crate) fn get(&self, address: u32) -> T {
        self.cells.get(address as usize).copied().unwrap_or(T::ZERO)
    }

    #[inline]
    pub(crate) fn set(&mut self, address: u32, value: T) {
        if address as usize >= self.cells.len() {
            self.cells.resize(address as usize + 1, T::ZERO);
        }
        self.cells[address as usize] = value;
    }

    /// All cells.
    pub(crate) fn values(&mut self) -> impl Iterator<Item = &mut T> {
        self.cells.iter_mut()
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }
}
