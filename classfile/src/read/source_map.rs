//! `SourceDebugExtension` attributes: which lines of which source files code comes from (JSR-45).
//!
//! A class that a compiler made of several files numbers its lines as if they were one file, and this attribute says what the numbers mean.
//! Compilers put the lines of inlined functions behind those of the class's own file.

use std::collections::BTreeMap;

use super::class::ClassFile;

/// What the line numbers of a class mean: the default stratum of its source map.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// Names of files.
    files: Vec<String>,
    /// For each line number of the class, its file and the line there.
    places: Vec<Option<(u32, u16)>>,
}

/// A source map as it is read.
#[derive(Debug, Default)]
struct Stratum {
    /// Numbers and names of files.
    files: Vec<(u32, String)>,
    ranges: Vec<LineRange>,
}

/// Lines that follow each other, in a source file and in the numbers of the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineRange {
    file: u32,
    first_of_file: u32,
    /// Number of lines in the file.
    count: u32,
    first_of_class: u32,
    /// Number of lines in the class for each of them.
    increment: u32,
}

/// A line of a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceLine<'s> {
    /// Name of the file, without folders.
    pub file: &'s str,
    /// The file among those of the map.
    pub file_number: u32,
    /// Its number.
    pub line: u16,
}

impl SourceMap {
    /// The map of a class; `None` if it has none that makes sense: it is for people, and the JVM does not look at it.
    pub fn of_class(class: &ClassFile<'_>) -> Option<SourceMap> {
        SourceMap::parse(&String::from_utf8_lossy(class.attribute("SourceDebugExtension")?.data))
    }

    /// Reads the text of such an attribute.
    pub fn parse(text: &str) -> Option<SourceMap> {
        // Lines end as on any system; empty ones mean nothing behind the head.
        let mut lines = text.split(['\r', '\n']);
        if lines.next() != Some("SMAP") {
            return None;
        }
        let mut head = lines.by_ref().filter(|line| !line.is_empty());
        let (_generated, default) = (head.next()?, head.next()?.trim());
        let mut map = Stratum::default();
        let (mut section, mut stratum, mut embedded) = ("", "", 0u32);
        while let Some(line) = lines.next() {
            let mut words = line.split_whitespace();
            match words.next() {
                None => {}
                // Maps of the files themselves, by tools before this compiler.
                Some("*O") => embedded += 1,
                Some("*C") => embedded = embedded.saturating_sub(1),
                Some(_) if embedded > 0 => {}
                Some("*E") => break,
                Some("*S") => (section, stratum) = ("", words.next().unwrap_or_default()),
                Some(name) if name.starts_with('*') => section = name,
                Some(_) if stratum != default => {}
                Some("+") if section == "*F" => {
                    map.add_file(line.trim_start().trim_start_matches('+'))?;
                    // Its path is on a line of its own.
                    lines.find(|line| !line.is_empty())?;
                }
                Some(_) if section == "*F" => map.add_file(line)?,
                Some(_) if section == "*L" => map.add_range(line)?,
                Some(_) => {}
            }
        }
        (!map.ranges.is_empty()).then(|| map.places())
    }

    /// The place in the sources that a line number of the class means; `None` if the map does not say.
    pub fn place_of(&self, line: u16) -> Option<SourceLine<'_>> {
        let (file_number, line) = (*self.places.get(usize::from(line))?)?;
        Some(SourceLine { file: self.files.get(file_number as usize)?, file_number, line })
    }
}

impl Stratum {
    /// Looks up all lines, each once: of several ranges that have a line, the first counts.
    fn places(self) -> SourceMap {
        let mut numbers = BTreeMap::new();
        let mut files = Vec::with_capacity(self.files.len());
        for (index, (number, name)) in (0u32..).zip(self.files) {
            numbers.entry(number).or_insert(index);
            files.push(name);
        }
        let end = self.ranges.iter().map(|range| range.end_of_class()).max().unwrap_or(0);
        let mut places = vec![None; end];
        let mut open = Open((0..=end).collect());
        for range in &self.ranges {
            let file = numbers.get(&range.file).copied();
            let mut line = open.first(range.first_of_class as usize);
            while line < range.end_of_class() {
                let of_file = range.line_of_file(line).and_then(|number| u16::try_from(number).ok());
                places[line] = file.zip(of_file);
                open.close(line);
                line = open.first(line);
            }
        }
        SourceMap { files, places }
    }

    /// `1 Name.kt`
    fn add_file(&mut self, line: &str) -> Option<()> {
        let (number, name) = line.trim().split_once(' ')?;
        let name = name.trim().rsplit(['/', '\\']).next()?;
        self.files.push((number.parse().ok()?, name.to_owned()));
        Some(())
    }

    /// `FIRST#FILE,COUNT:FIRST_OF_CLASS,INCREMENT`: without a file it is that of the range before, without a number 1.
    fn add_range(&mut self, line: &str) -> Option<()> {
        let (input, output) = line.trim().split_once(':')?;
        let (input, count) = number_behind(input, ',', 1)?;
        let before = self.ranges.last().map_or(0, |range| range.file);
        let (first, file) = number_behind(input, '#', before)?;
        let (output, increment) = number_behind(output, ',', 1)?;
        let (first_of_file, first_of_class) = (first.trim().parse().ok()?, output.trim().parse().ok()?);
        self.ranges.push(LineRange { file, first_of_file, count, first_of_class, increment });
        Some(())
    }
}

/// Splits a number off that may follow a character.
fn number_behind(text: &str, character: char, missing: u32) -> Option<(&str, u32)> {
    match text.split_once(character) {
        None => Some((text, missing)),
        Some((text, number)) => Some((text, number.trim().parse().ok()?)),
    }
}

impl LineRange {
    /// Behind its last line in the class, as far as class files can number lines.
    fn end_of_class(self) -> usize {
        let end = u64::from(self.first_of_class) + u64::from(self.count) * u64::from(self.increment);
        end.min(1 << 16) as usize
    }

    /// The line in the file, of one of its lines in the class.
    fn line_of_file(self, of_class: usize) -> Option<u32> {
        let number = u32::try_from(of_class).ok()?.checked_sub(self.first_of_class)?.checked_div(self.increment)?;
        self.first_of_file.checked_add(number)
    }
}

/// The line numbers that have no place yet: for each, one that is not above the first of them from there on.
struct Open(Vec<usize>);

impl Open {
    /// The first that is open, from a line on; the end if there is none.
    fn first(&mut self, from: usize) -> usize {
        let end = self.0.len() - 1;
        let mut at = from.min(end);
        while self.0[at] != at {
            let next = self.0[self.0[at]];
            self.0[at] = next;
            at = next;
        }
        at
    }

    fn close(&mut self, line: usize) {
        self.0[line] = line + 1;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// The place of a line as `file:line`.
    fn place(map: &SourceMap, line: u16) -> Option<String> {
        map.place_of(line).map(|place| format!("{}:{}", place.file, place.line))
    }

    #[test]
    fn inlined_functions_lie_where_they_were_written() {
        let text = "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt\na/MainKt\n+ 2 Lists.kt\nkotlin/Lists\n*L\n1#1,20:1\n5#1,3:21\n\
                    1851#2,2:24\n100#2:26\n*S KotlinDebug\n*F\n+ 1 Main.kt\na/MainKt\n*L\n19#1:21,3\n18#1:24,3\n*E\n";
        let map = SourceMap::parse(text).unwrap();
        let found = [1, 20, 21, 23, 24, 25, 26].map(|line| place(&map, line).unwrap());
        let expected =
            ["Main.kt:1", "Main.kt:20", "Main.kt:5", "Main.kt:7", "Lists.kt:1851", "Lists.kt:1852", "Lists.kt:100"];
        assert_eq!(found, expected);
        assert_eq!([0, 27, 65_535].map(|line| place(&map, line)), [None, None, None]);
        assert_eq!(SourceMap::parse(&text.replace('\n', "\r\n")), Some(map));
    }

    #[test]
    fn one_line_of_a_page_is_many_of_the_class() {
        let text = "SMAP\nhello_jsp.java\nJSP\n*O Other\nSMAP\n*S JSP\n*E\n*C Other\n*S JSP\n*F\n0 hello page.jsp\n+ 1 web/part.jsp\n/web/part.jsp\n*L\n\
                    2,3:60,4\n9:80,0\n7#1:90,2\n8:92\n*V x\nanything\n*E\n1:1\n";
        let map = SourceMap::parse(text).unwrap();
        let found = [59, 60, 63, 64, 71, 72, 80, 90, 91, 92, 1].map(|line| place(&map, line));
        let page = |line: u32| Some(format!("hello page.jsp:{line}"));
        let part = |line: u32| Some(format!("part.jsp:{line}"));
        let expected = [None, page(2), page(2), page(3), page(4), None, None, part(7), part(7), part(8), None];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_makes_no_sense_is_no_map() {
        let whole = "SMAP\na\nS\n*S S\n*F\n1 a\n*L\n1#1:1\n*E\n";
        assert!(SourceMap::parse(whole).is_some());
        for (part, other) in [
            ("SMAP", "SNAP"),
            ("1#1:1", "1#1"),
            ("1#1", "x#1"),
            ("1 a", "a"),
            ("*S S", "*S T"),
            ("1#1:1", "1#1:99999999999"),
        ] {
            assert_eq!(SourceMap::parse(&whole.replace(part, other)), None, "{part}");
        }
        (0..whole.len()).for_each(|end| drop(SourceMap::parse(&whole[..end])));
        let largest = "SMAP\na\nS\n*S S\n*F\n1 a\n*L\n4294967295#1,4294967295:1\n70000#1:2\n*E\n";
        let map = SourceMap::parse(largest).unwrap();
        assert_eq!([1, 2, 3].map(|line| place(&map, line)), [None, None, None]);
        // A map is read in the time that its length asks for.
        let many = format!("SMAP\na\nS\n*S S\n*F\n1 a\n*L\n{}*E\n", "1#1,65535:1\n".repeat(100_000));
        assert_eq!(place(&SourceMap::parse(&many).unwrap(), 65_535), Some("a:65535".to_owned()));
    }
}
