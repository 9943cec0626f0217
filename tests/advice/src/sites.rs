//! Expectations of call sites: which calls of a line become tasks.

use anyhow::{Result, bail};
use paratrace_analyzer::model::Candidate;

/// What is expected of the calls of a line, in the order of the code: true if they become tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitesOfLine {
    line: i32,
    forks: Vec<bool>,
}

impl SitesOfLine {
    /// All expectations of a source file.
    ///
    /// # Errors
    /// A comment that makes no sense.
    pub fn all(source: &str) -> Result<Vec<SitesOfLine>> {
        let said =
            |(line, text): (i32, &str)| text.split_once("// advice of sites:").map(|(_, s)| (line, s.to_owned()));
        let parse = |(line, said): (i32, String)| {
            let forks = said.split(',').map(|word| match word.trim() {
                "start" => Ok(true),
                "leave" => Ok(false),
                other => bail!("line {line}: {other}: a site is `start` or `leave`"),
            });
            Ok(SitesOfLine { line, forks: forks.collect::<Result<_>>()? })
        };
        (1..).zip(source.lines()).filter_map(said).map(parse).collect()
    }

    /// The difference of the candidates from the expectation; `None` if there is none.
    #[must_use]
    pub fn difference(&self, candidates: &[Candidate]) -> Option<String> {
        let sites = candidates.iter().flat_map(|candidate| &candidate.sites);
        let mut here: Vec<_> = sites.filter(|site| site.call.line == self.line).collect();
        here.sort_by_key(|site| site.call.pc);
        let forks: Vec<bool> = here.iter().map(|site| site.fork).collect();
        (forks != self.forks)
            .then(|| format!("line {}: {:?} expected, but the sites are {here:?}", self.line, self.forks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_understood() {
        let all =
            SitesOfLine::all("a();\nreturn f(x) + f(y); // advice of sites: start, leave\n").expect("it makes sense");
        assert_eq!(all, [SitesOfLine { line: 2, forks: vec![true, false] }]);
        assert!(SitesOfLine::all("f(); // advice of sites: perhaps").is_err());
        assert!(all[0].difference(&[]).is_some());
    }
}
