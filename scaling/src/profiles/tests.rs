//! Whatever a profiler prints is read, or refused with an error.

use super::{Flight, Tables, collapsed, flight};
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", lines in "(\\[[a-z;\\] é]{0,4}(tid=[0-9]{0,3})?\\]?;?[a-z/.;$+x0é\\[\\]_]{0,12} ?[0-9-]{0,3}\n){0,4}") {
        for text in [&text, &lines] {
            let mut tables = Tables::default();
            if let Ok(threads) = collapsed(text, &mut tables) {
                let samples = threads.iter().flat_map(|thread| &thread.samples);
                prop_assert!(samples.clone().all(|sample| sample.value >= 0.0));
            }
            let _ = flight(text, (Flight::Locks, true), &mut tables);
        }
    }

    #[test]
    fn events_of_any_shape_are_read_or_refused(kind in "jdk\\.(ThreadPark|JavaMonitorEnter|Execution)", duration in "(PT)?[0-9.HMS-]{0,8}") {
        let text = format!(
            r#"{{"recording": {{"events": [{{"type": "{kind}", "values": {{"duration": "{duration}", "eventThread": {{}},
            "parkedClass": {{"name": "java/util/concurrent/Semaphore$Sync"}}}}}}]}}}}"#
        );
        for what in [Flight::Locks, Flight::Samples(1)] {
            let _ = flight(&text, (what, true), &mut Tables::default());
        }
    }
}
