//! Values by number, of which few occur.
//!
//! Most threads run little of a program, and there may be any number of threads. So what a thread knows of each method, loop or
//! call of the program is kept in pages, each of which is made when one of its numbers first occurs.

const PAGE_BITS: usize = 4;
const PAGE: usize = 1 << PAGE_BITS;

/// A value of each number; that of a number without an occurrence is the default.
#[derive(Debug, Clone)]
pub struct Pages<T> {
    pages: Vec<Option<Box<[T; PAGE]>>>,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self { pages: Vec::new() }
    }
}

impl<T: Copy + Default> Pages<T> {
    /// Returns the value of a number, to be changed.
    #[inline(always)]
    pub fn at(&mut self, number: usize) -> &mut T {
        if !matches!(self.pages.get(number >> PAGE_BITS), Some(Some(_))) {
            self.add(number >> PAGE_BITS);
        }
        match &mut self.pages[number >> PAGE_BITS] {
            Some(page) => &mut page[number & (PAGE - 1)],
            None => unreachable!("the page was just made"),
        }
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, page: usize) {
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        self.pages[page] = Some(Box::new([T::default(); PAGE]));
    }

    /// Returns the value of a number.
    #[inline(always)]
    pub fn get(&self, number: usize) -> T {
        match self.pages.get(number >> PAGE_BITS) {
            Some(Some(page)) => page[number & (PAGE - 1)],
            _ => T::default(),
        }
    }

    /// Lists the values of all numbers on pages that exist, ascending.
    pub fn each(&self) -> impl Iterator<Item = (usize, &T)> {
        let pages = self.pages.iter().enumerate().filter_map(|(at, page)| Some((at << PAGE_BITS, page.as_ref()?)));
        pages.flat_map(|(first, page)| (first..).zip(page.iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_a_vector() {
        let (mut pages, mut plain) = (Pages::<usize>::default(), vec![0; 1000]);
        for n in 0..300 {
            *pages.at(n * n % 1000) += n;
            plain[n * n % 1000] += n;
        }
        assert!((0..1100).all(|number| pages.get(number) == plain.get(number).copied().unwrap_or(0)));
        let listed: usize = pages.each().map(|(number, value)| number * value).sum();
        assert_eq!(listed, plain.iter().enumerate().map(|(number, value)| number * value).sum::<usize>());
    }

    /// Who needs one number keeps little, however many there are.
    #[test]
    fn numbers_that_do_not_occur_take_no_pages() {
        let mut pages = Pages::<[u64; 10]>::default();
        pages.at(20_000)[0] = 1;
        assert_eq!(pages.each().count(), PAGE);
    }
}
