//! How certain it is that different objects were told apart.

use paratrace_replay::replay::Identities;

use crate::model::Identity;

/// The figures of a report.
pub(crate) fn identity(identities: &Identities) -> Identity {
    Identity {
        by_number: identities.numbered,
        by_hash: identities.hashed(),
        created: identities.created,
        reused: identities.reused,
        expected_coincidences: identities.expected(),
    }
}

/// What a report has to say about it, if anything.
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
