//! Expectations of call sites: which calls of a line become tasks, and where they are waited for.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use paratrace_analyzer::model::{CallSite, Candidate};

/// What is expected of the calls of a line, in the order of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitesOfLine {
    line: i32,
    sites: Vec<Site>,
}

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Site {
    /// It stays as it is.
    Leave,
    /// It becomes a task, wherever it is waited for.
    Start,
    /// The same, and all that were started are waited for before these lines; none: at the end of the run.
    StartAndWait(BTreeSet<i32>),
}

impl SitesOfLine {
    /// All expectations of a source file.
    ///
    /// # Errors
    /// A comment that makes no sense.
    pub fn all(source: &str) -> Result<Vec<SitesOfLine>> {
        let said =
            |(line, text): (i32, &str)| text.split_once("// advice of sites:").map(|(_, s)| (line, s.to_owned()));
        (1..).zip(source.lines()).filter_map(said).map(|(line, said)| Self::parse(line, &said)).collect()
    }

    /// Reads what is said of the calls of a line.
    ///
    /// # Errors
    /// It makes no sense.
    pub fn parse(line: i32, said: &str) -> Result<SitesOfLine> {
        let sites: Result<Vec<Site>> = said.split(',').map(|word| site(word.trim())).collect();
        Ok(SitesOfLine { line, sites: sites.with_context(|| format!("line {line}"))? })
    }

    /// The difference of the candidates from the expectation; `None` if there is none.
    #[must_use]
    pub fn difference(&self, candidates: &[Candidate]) -> Option<String> {
        let sites = candidates.iter().flat_map(|candidate| &candidate.sites);
        let mut here: Vec<_> = sites.filter(|site| site.call.line == self.line).collect();
        here.sort_by_key(|site| site.call.pc);
        let are_as_expected = here.len() == self.sites.len() && here.iter().zip(&self.sites).all(|(a, b)| b.is(a));
        (!are_as_expected).then(|| format!("line {}: {:?} expected, but the sites are {here:?}", self.line, self.sites))
    }
}

impl Site {
    fn is(&self, found: &CallSite) -> bool {
        match self {
            Site::Leave => !found.fork,
            Site::Start => found.fork,
            Site::StartAndWait(lines) => {
                let places = found.joins.iter().map(|place| place.before.line);
                found.fork && places.collect::<BTreeSet<_>>() == *lines
            }
        }
    }
}

fn site(said: &str) -> Result<Site> {
    Ok(match said {
        "start" => Site::Start,
        "leave" => Site::Leave,
        "start at the end" => Site::StartAndWait(BTreeSet::new()),
        other => match other.strip_prefix("start before ") {
            Some(lines) => {
                let lines = lines.split(" and ").map(str::parse).collect::<Result<_, _>>();
                Site::StartAndWait(lines.with_context(|| other.to_owned())?)
            }
            None => bail!("{other}: a site is `start`, `start before LINE`, `start at the end` or `leave`"),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_understood() {
        let all =
            SitesOfLine::all("a();\nreturn f(x) + f(y); // advice of sites: start, leave\n").expect("it makes sense");
        assert_eq!(all, [SitesOfLine { line: 2, sites: vec![Site::Start, Site::Leave] }]);
        assert!(SitesOfLine::all("f(); // advice of sites: perhaps").is_err());
        assert!(all[0].difference(&[]).is_some());
        let waits = SitesOfLine::parse(3, "start before 7 and 9, start at the end").expect("it makes sense");
        let lines = |all: &[i32]| Site::StartAndWait(all.iter().copied().collect());
        assert_eq!(waits.sites, [lines(&[7, 9]), lines(&[])]);
        assert!(SitesOfLine::parse(3, "start before noon").is_err());
    }
}
