//! Expectations: what the comments of a program say.

use anyhow::{Context, Result, ensure};
use paratrace_analyzer::model::{Blocker, Candidate, CandidateKind, Verdict};

/// An answer that is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A candidate with this verdict.
    Verdict(Verdict),
    /// No candidate.
    None,
}

/// The answer that is expected for the loop or the method that begins at a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Source file, without folder.
    pub file: String,
    /// Line of the loop's header, or of the method.
    pub line: i32,
    /// Iterations of the loop, or calls of the method.
    pub kind: CandidateKind,
    /// The answers that are right.
    pub answers: Vec<Answer>,
    /// Part of the name of the location of a blocker.
    pub via: Option<String>,
    /// Least and greatest speed-up of the run on the cores that candidates are ranked by.
    pub gain: Option<(f64, f64)>,
    /// What is recommended for that blocker, by its name in the report.
    pub remedy: Option<String>,
    /// The one-line change.
    pub edit: Option<String>,
    /// Whether it is the first suggestion.
    pub first: bool,
    /// The answer of the tool as yet: it is too careful, or, if nothing better is known, wrong.
    pub for_now: Option<Answer>,
}

impl Expectation {
    /// All expectations of a source file, in the order of their lines.
    ///
    /// # Errors
    /// A comment that makes no sense.
    pub fn all(file: &str, source: &str) -> Result<Vec<Expectation>> {
        let mut all = Vec::new();
        for (line, text) in (1..).zip(source.lines()) {
            let found = [
                ("// advice:", CandidateKind::Loop),
                ("// advice of calls:", CandidateKind::Call),
                ("// advice of stream:", CandidateKind::Stream),
            ];
            for (mark, kind) in found {
                let Some((_, said)) = text.split_once(mark) else { continue };
                let expectation = Self::parse(file, line, kind, said);
                all.push(expectation.with_context(|| format!("{file}:{line}: {}", said.trim()))?);
            }
        }
        Ok(all)
    }

    pub(crate) fn parse(file: &str, line: i32, kind: CandidateKind, said: &str) -> Result<Expectation> {
        let (said, for_now) = match said.split_once(", for now ") {
            Some((said, for_now)) => (said, Some(answer(for_now.trim())?)),
            None => (said, None),
        };
        let (said, edit) = match said.split_once(", edit ") {
            Some((said, edit)) => (said, Some(edit.trim().to_owned())),
            None => (said, None),
        };
        let (said, first) = said.strip_suffix(", first").map_or((said, false), |said| (said, true));
        let (said, gain) = match said.split_once(", gains ") {
            Some((said, gain)) => (said, Some(range(gain)?)),
            None => (said, None),
        };
        let (said, remedy) = match said.split_once(", remedy ") {
            Some((said, remedy)) => (said, Some(remedy.trim().to_owned())),
            None => (said, None),
        };
        let (answers, via) = match said.split_once(" via ") {
            Some((answers, via)) => (answers, Some(via.trim().to_owned())),
            None => (said, None),
        };
        let answers = answers.split('|').map(|answer| self::answer(answer.trim())).collect::<Result<Vec<_>>>()?;
        ensure!(via.is_none() || !answers.contains(&Answer::None), "`none` has no blocker");
        ensure!(remedy.is_none() || via.is_some(), "a remedy is that of a blocker: `via` which one?");
        Ok(Expectation { file: file.to_owned(), line, kind, answers, via, gain, remedy, edit, first, for_now })
    }

    /// The difference of the candidates from the expectation; `None` if there is none.
    #[must_use]
    pub fn difference(&self, candidates: &[Candidate]) -> Option<String> {
        let mut own = candidates.iter().filter(|candidate| self.concerns(candidate));
        let found = own.next();
        let answer = found.map_or(Answer::None, |candidate| Answer::Verdict(candidate.verdict));
        let told = found.map_or_else(|| "no candidate".to_owned(), told);
        if let Some(for_now) = self.for_now {
            let right = self.answers.contains(&answer);
            return match answer == for_now {
                true => None,
                false if right => Some(format!("{}:{}: right at last: remove `for now`", self.file, self.line)),
                false => Some(format!("{}:{}: {for_now:?} expected for now, but it is {told}", self.file, self.line)),
            };
        }
        if !self.answers.contains(&answer) {
            return Some(format!("{}:{}: {:?} expected, but it is {told}", self.file, self.line, self.answers));
        }
        if let Some(missing) = self.missing(found.map_or(&[], |found| &found.blockers)) {
            return Some(format!("{}:{}: {missing} expected, but it is {told}", self.file, self.line));
        }
        if self.first && !candidates.first().is_some_and(|first| self.concerns(first)) {
            let first = candidates.first().map(|first| (&first.file, first.line));
            return Some(format!("{}:{}: is not the first suggestion, but {first:?} is", self.file, self.line));
        }
        let written = found.and_then(|found| found.edit.as_ref());
        if self
            .edit
            .as_ref()
            .is_some_and(|edit| edit != "none" && written != Some(edit) || edit == "none" && written.is_some())
        {
            return Some(format!("{}:{}: {:?} expected, but the edit is {written:?}", self.file, self.line, self.edit));
        }
        let (gain, (least, most)) = (found?.speedup, self.gain?);
        let is_other = !(least..=most).contains(&gain);
        is_other.then(|| format!("{}:{}: a gain of {least} to {most} expected, but it is {gain}", self.file, self.line))
    }

    /// The same where more is known of the run: no answer but a right one, or the careful one for now.
    #[must_use]
    pub fn wrong(&self, candidates: &[Candidate]) -> Option<String> {
        let found = candidates.iter().find(|candidate| self.concerns(candidate));
        let answer = found.map_or(Answer::None, |candidate| Answer::Verdict(candidate.verdict));
        let is_right = self.answers.contains(&answer) || self.for_now == Some(answer);
        let told = found.map_or_else(|| "no candidate".to_owned(), told);
        (!is_right).then(|| format!("{}:{}: {:?} expected, but it is {told}", self.file, self.line, self.answers))
    }

    /// What must be in the way of the candidate and is not, whatever its verdict: an answer that is careful for another reason tells nothing.
    #[must_use]
    pub fn unfounded(&self, candidates: &[Candidate]) -> Option<String> {
        let found = candidates.iter().find(|candidate| self.concerns(candidate))?;
        let missing = self.missing(&found.blockers)?;
        Some(format!("{}:{}: {missing} expected in the way, but it is {}", self.file, self.line, told(found)))
    }

    /// Returns the location or the remedy that no blocker has.
    fn missing(&self, blockers: &[Blocker]) -> Option<&str> {
        let via = self.via.as_deref()?;
        let mut named = blockers.iter().filter(|blocker| location(blocker).contains(via)).peekable();
        if named.peek().is_none() {
            return Some(via);
        }
        let mut remedies = named.filter_map(|blocker| serde_json::to_value(&blocker.advice).ok());
        self.remedy.as_deref().filter(|&wanted| !remedies.any(|told| told == wanted))
    }

    fn concerns(&self, candidate: &Candidate) -> bool {
        (candidate.kind, candidate.line, candidate.file.as_deref()) == (self.kind, self.line, Some(&*self.file))
    }
}

/// Reads `least to most`.
fn range(text: &str) -> Result<(f64, f64)> {
    let (least, most) = text.split_once(" to ").context("a gain is `gains 1.5 to 2`")?;
    Ok((least.trim().parse()?, most.trim().parse()?))
}

fn answer(name: &str) -> Result<Answer> {
    if name == "none" {
        return Ok(Answer::None);
    }
    let verdict = serde_json::from_value(serde_json::Value::from(name));
    Ok(Answer::Verdict(verdict.context("no verdict of the report")?))
}

fn told(candidate: &Candidate) -> String {
    let blockers = candidate.blockers.iter().map(|blocker| format!("{:?} via {}", blocker.nature, location(blocker)));
    format!("{:?} [{}]", candidate.verdict, blockers.collect::<Vec<_>>().join(", "))
}

fn location(blocker: &Blocker) -> String {
    let via = &blocker.via;
    format!("{} {} {}", via.name, via.variable.as_deref().unwrap_or_default(), via.arrays.names().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_understood() {
        let source = "class A {\n  for (;;) { // advice: serial | reduction via sum, remedy keep-last\n  void f() { // advice of calls: none\n";
        let all = Expectation::all("A.java", source).expect("both make sense");
        let answers = [Verdict::Serial, Verdict::Reduction].map(Answer::Verdict);
        assert_eq!((all[0].line, &*all[0].answers, all[0].via.as_deref()), (2, &answers[..], Some("sum")));
        assert_eq!(all[0].remedy.as_deref(), Some("keep-last"));
        assert_eq!((all[1].kind, &*all[1].answers), (CandidateKind::Call, &[Answer::None][..]));
    }

    #[test]
    fn nonsense_is_told() {
        assert!(Expectation::all("A.java", "// advice: perhaps").is_err());
        assert!(Expectation::all("A.java", "// advice: none via x").is_err());
        assert!(Expectation::all("A.java", "// advice: reduction, remedy keep-last").is_err());
    }

    #[test]
    fn what_is_missing_is_a_difference() {
        let all = Expectation::all("A.java", "// advice: independent").expect("it makes sense");
        assert!(all[0].difference(&[]).is_some());
    }

    #[test]
    fn edits_end_the_comment() {
        let said = "// advice: independent, first, edit range(0, n).parallel()";
        let all = Expectation::all("A.java", said).expect("it makes sense");
        assert_eq!((all[0].edit.as_deref(), all[0].first), (Some("range(0, n).parallel()"), true));
    }

    #[test]
    fn gains_are_ranges() {
        let all =
            Expectation::all("A.java", "// advice: reduction via sum, gains 1.5 to 2, first").expect("it makes sense");
        assert_eq!((all[0].via.as_deref(), all[0].gain, all[0].first), (Some("sum"), Some((1.5, 2.0)), true));
        assert!(Expectation::all("A.java", "// advice: serial, gains much").is_err());
    }
}
