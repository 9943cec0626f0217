//! Values by number, of which few occur.
//!
//! Most threads run little of a program, and there may be any number of threads. So what a thread knows of each method, loop or
//! call of the program is kept in pages, each of which is made when one of its numbers first occurs.

const PAGE_BITS: usize = 4;
const PAGE: usize = 1 << PAGE_BITS;

/// A value of each number; that of a number without an occurrence is the default.
#[derive(Debug, Clone)]
pub struct Pages<T> {
    /// For each page that a number could lie on, its place in `pages` counted from 1; 0 if it was not made.
    places: Vec<u32>,
    pages: Vec<Page<T>>,
}

/// The values of [`PAGE`] numbers that follow each other.
#[derive(Debug, Clone)]
struct Page<T> {
    first: usize,
    values: [T; PAGE],
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self { places: Vec::new(), pages: Vec::new() }
    }
}

impl<T: Copy + Default> Pages<T> {
    /// Returns the value of a number, to be changed.
    #[inline(always)]
    pub fn at(&mut self, number: usize) -> &mut T {
        let place = match self.places.get(number >> PAGE_BITS) {
            Some(&place) if place > 0 => place as usize - 1,
            _ => self.add(number >> PAGE_BITS),
        };
        &mut self.pages[place].values[number & (PAGE - 1)]
    }

    /// Makes a page, and returns its place.
    #[cold]
    #[inline(never)]
    fn add(&mut self, page: usize) -> usize {
        if self.places.len() <= page {
            self.places.resize(page + 1, 0);
        }
        self.pages.push(Page { first: page << PAGE_BITS, values: [T::default(); PAGE] });
        self.places[page] = self.pages.len() as u32;
        self.pages.len() - 1
    }

    /// Returns the value of a number.
    #[inline(always)]
    pub fn get(&self, number: usize) -> T {
        match self.places.get(number >> PAGE_BITS) {
            Some(&place) if place > 0 => self.pages[place as usize - 1].values[number & (PAGE - 1)],
            _ => T::default(),
        }
    }

    /// Lists the values of all numbers on pages that exist, ascending. Takes as long as there are pages, however high their numbers are.
    pub fn each(&self) -> impl Iterator<Item = (usize, &T)> {
        let mut pages: Vec<&Page<T>> = self.pages.iter().collect();
        pages.sort_unstable_by_key(|page| page.first);
        pages.into_iter().flat_map(|page| (page.first..).zip(&page.values))
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
