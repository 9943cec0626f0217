//! Certainty of identities: whether different objects were told apart.

use paratrace_replay::replay::Identities;

use crate::model::Identity;

/// Converts the counts to figures of the report.
pub(crate) fn identity(identities: &Identities) -> Identity {
    Identity {
        by_number: identities.numbered,
        by_hash: identities.hashed(),
        created: identities.created,
        reused: identities.reused,
        expected_coincidences: identities.expected(),
    }
}

/// Returns the remark for the report, if objects may have been confused.
pub(crate) fn note(identities: &Identities) -> Option<String> {
    identities.are_doubtful().then(|| {
        format!(
            "of {} arrays and objects that are known by their identity hash, {:.0} may have been taken for another \
             one: what may rest on that is marked “identity not certain”",
            identities.hashed(),
            identities.expected().ceil()
        )
    })
}
