//! Values by frame address: one per cell of the thread's stack.

/// A value that a cell can hold.
pub trait Cell: Copy {
    /// The value of a cell that was never written.
    const ZERO: Self;
}

impl Cell for u32 {
    const ZERO: Self = 0;
}

/// Values by frame address; cells behind the end are empty.
#[derive(Debug)]
pub struct Stack<T> {
    cells: Vec<T>,
}

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Self { cells: Vec::new() }
    }
}

impl<T: Cell> Stack<T> {
    /// Returns the value at a frame address; [`Cell::ZERO`] behind the end.
    #[inline]
    pub fn get(&self, address: u32) -> T {
        self.cells.get(address as usize).copied().unwrap_or(T::ZERO)
    }

    /// Sets the value at a frame address; the stack grows as needed.
    #[inline]
    pub fn set(&mut self, address: u32, value: T) {
        if address as usize >= self.cells.len() {
            self.cells.resize(address as usize + 1, T::ZERO);
        }
        self.cells[address as usize] = value;
    }

    /// Lists all cells.
    pub fn values(&mut self) -> impl Iterator<Item = &mut T> {
        self.cells.iter_mut()
    }

    /// Returns one more than the greatest address that was set.
    pub fn extent(&self) -> usize {
        self.cells.len()
    }
}
