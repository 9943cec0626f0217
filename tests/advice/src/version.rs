//! Versions: what becomes of a pattern if an advice is followed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use paratrace_analyzer::model::{Candidate, CandidateKind, Verdict};

use crate::java::sources;
use crate::{Answer, Expectation, SitesOfLine};

/// Whether the followed advice is that of the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advised {
    /// The tool gives it, and following it keeps the result.
    Rightly,
    /// The tool does not give it, as following it gives another result.
    Wrongly,
}

/// A class with loops of a pattern, or their calls, as they are and in parallel.
#[derive(Debug, Clone)]
pub struct Version {
    /// Name of the class, with its package.
    pub class: String,
    /// Source of the class.
    source: String,
    /// The verdicts that it follows, as expectations of one pattern.
    followed: Vec<Expectation>,
    /// Which calls it starts, and where it waits for them, if it says so.
    sites: Vec<SitesOfLine>,
}

impl Version {
    /// All versions, by name.
    ///
    /// # Errors
    /// Files cannot be read, or do not say what they follow.
    pub fn all(advised: Advised) -> Result<Vec<Version>> {
        let folder = advised.folder();
        let sources = sources(folder)?;
        sources.iter().map(|path| Self::read(folder, path).with_context(|| path.display().to_string())).collect()
    }

    fn read(folder: &str, path: &Path) -> Result<Version> {
        let source = fs::read_to_string(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let (followed, sites) = (followed(&source)?, followed_sites(&source)?);
        Ok(Version { class: format!("{folder}.{name}"), source, followed, sites })
    }

    /// Source file of the pattern, without folder.
    #[must_use]
    pub fn pattern(&self) -> &str {
        self.followed.first().map_or("", |followed| &followed.file)
    }

    /// The first verdict that it follows.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.followed.iter().flat_map(|followed| &followed.answers).find_map(|answer| match answer {
            Answer::Verdict(verdict) => Some(*verdict),
            Answer::None => None,
        })
    }

    /// Checks that the pattern has the loop or the calls that this is a version of.
    ///
    /// # Errors
    /// The pattern's line expects no advice of this kind, or it is not in this version's source.
    pub fn is_of(&self, pattern: &str) -> Result<()> {
        self.followed.iter().try_for_each(|followed| self.has_loop_of(followed, pattern))
    }

    fn has_loop_of(&self, followed: &Expectation, pattern: &str) -> Result<()> {
        let Expectation { file, line, kind, .. } = followed;
        let expected = Expectation::all(file, pattern)?;
        let known = expected.iter().any(|one| (one.line, one.kind) == (*line, *kind));
        ensure!(known, "{}: no advice is expected at {file}:{line}", self.class);
        let text = pattern.lines().nth(usize::try_from(*line)? - 1).unwrap_or_default();
        let code = text.split("//").next().unwrap_or_default().trim();
        ensure!(self.source.contains(code), "{}: `{code}` is not in its serial version", self.class);
        Ok(())
    }

    /// Checks that the advice on the pattern is the followed one, or that it is not.
    ///
    /// # Errors
    /// It is the other way round.
    pub fn check(&self, advised: Advised, advice: &[Candidate]) -> Result<()> {
        let of_sites = || self.sites.iter().find_map(|site| site.difference(advice));
        let of_verdicts = self.followed.iter().find_map(|followed| followed.difference(advice));
        let difference = of_verdicts.or_else(of_sites);
        match advised {
            Advised::Rightly => ensure!(difference.is_none(), "{}: {}", self.class, difference.unwrap_or_default()),
            Advised::Wrongly => ensure!(difference.is_some(), "{}: this breaks, but it is advised", self.class),
        }
        Ok(())
    }
}

impl Advised {
    /// The folder of versions, which is their package, too.
    pub(crate) const fn folder(self) -> &'static str {
        match self {
            Advised::Rightly => "parallel",
            Advised::Wrongly => "wrong",
        }
    }
}

/// Reads the lines `// follows: File.java:LINE VERDICT`.
fn followed(source: &str) -> Result<Vec<Expectation>> {
    let kinds = [
        ("// follows: ", CandidateKind::Loop),
        ("// follows calls: ", CandidateKind::Call),
        ("// follows stream: ", CandidateKind::Stream),
    ];
    let said = |line: &str| kinds.iter().find_map(|(mark, kind)| Some((line.strip_prefix(mark)?.to_owned(), *kind)));
    let all: Result<Vec<Expectation>> =
        source.lines().filter_map(said).map(|(said, kind)| expectation(&said, kind)).collect();
    all.and_then(|all| if all.is_empty() { bail!("it says not what it follows") } else { Ok(all) })
}

/// Reads `File.java:LINE VERDICT`.
fn expectation(said: &str, kind: CandidateKind) -> Result<Expectation> {
    let (place, verdict) = said.split_once(' ').context("no verdict")?;
    let (file, line) = place.split_once(':').context("no line")?;
    Expectation::parse(file, line.parse()?, kind, verdict)
}

/// Reads `// follows sites: LINE start before LINE`, of which there may be several.
fn followed_sites(source: &str) -> Result<Vec<SitesOfLine>> {
    let said = source.lines().filter_map(|line| line.strip_prefix("// follows sites: "));
    let parsed = said.map(|said| {
        let (line, said) = said.split_once(' ').context("no line")?;
        SitesOfLine::parse(line.parse()?, said)
    });
    parsed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_followed_is_understood() {
        let two = followed("// follows: Sum.java:9 reduction\n// follows: Sum.java:19 scan").expect("it makes sense");
        assert_eq!(two.iter().map(|followed| followed.line).collect::<Vec<_>>(), [9, 19]);
        let all = followed("package parallel;\n// follows: Sum.java:9 reduction\nclass Sum {").expect("it makes sense");
        let calls = followed("// follows calls: Sum.java:7 future").expect("it makes sense");
        assert_eq!((all.len(), calls.len()), (1, 1));
        let (all, calls) = (&all[0], &calls[0]);
        assert_eq!((&*all.file, all.line, all.kind), ("Sum.java", 9, CandidateKind::Loop));
        assert_eq!((calls.kind, &calls.answers[..]), (CandidateKind::Call, &[Answer::Verdict(Verdict::Future)][..]));
    }

    #[test]
    fn a_version_of_nothing_is_refused() {
        let source = "// follows: A.java:2 independent\nfor (;;) {".to_owned();
        let followed = followed(&source).expect("it makes sense");
        let version = Version { class: "parallel.A".to_owned(), source, followed, sites: Vec::new() };
        assert!(version.is_of("class A {\n  for (;;) { // advice: serial").is_ok());
        assert!(version.is_of("class A {\n  for (;;) {").is_err());
        assert!(version.is_of("class A {\n  while (true) { // advice: serial").is_err());
    }
}
