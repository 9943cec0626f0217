//! The profiles that the dissertation prints: an example (pages 11 and 12), and what async-profiler recorded of a radix sort
//! (figure 13, page 19).

use super::{PartSelection, Profile, Selection, ThreadSelection, inclusive_of_all, innermost};
use crate::measurements::{Measurements, Metric, Run, ThreadKind, Version};
use crate::profiles::{Tables, collapsed};
use crate::{Classes, Settings};

/// "2 occurrences of function A called inside the main function", and so on.
const EXAMPLE: &str = "\
[main tid=1];Example.main;Example.A 2
[main tid=1];Example.main;Example.A;Example.B 2
[main tid=1];Example.main;Example.A;Example.C 3
[main tid=1];Example.main;Example.A;Example.E 1
[main tid=1];Example.main;Example.D;Example.B 2
";

/// Figure 13: what each line has itself, with all below it where the figure does not open it.
const RADIX_SORT: &str = "\
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j] 40
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j];MSD.aux_sort_[j];MSD.recursive_aux_sort_[j] 3527
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j];MSD.aux_sort_[j];MSD.place_keys_[j] 157
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j];MSD.aux_sort_[j];MSD.place_keys_[j];MSD.digitAt_[i] 47
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j];MSD.aux_sort_[j];MSD.count_digits_[j] 50
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j];MSD.aux_sort_[j];MSD.count_digits_[j];MSD.digitAt_[i] 75
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j];MSD.aux_sort_[j];MSD.copy_array_[j] 59
[DestroyJavaVM tid=26838];SortMSD.main_[j];MSD.sort_[j];InterpreterRuntime::newarray(JavaThread*, BasicType, int) 12
[DestroyJavaVM tid=26838];SortMSD.main_[j];SortMSD.generateRandomArray_[j] 908
[DestroyJavaVM tid=26838];SortMSD.main_[j];SortMSD.checkOrder_[j] 47
[DestroyJavaVM tid=26838];OptoRuntime::new_array_C(Klass*, int, JavaThread*) 28
[DestroyJavaVM tid=26838];Runtime1::new_type_array(JavaThread*, Klass*, int) 6
[DestroyJavaVM tid=26838];java/lang/invoke/DirectMethodHandle$Holder.invokeStatic_[j] 1
[GC Thread#0 tid=26839];start_thread 30
[G1 Conc#0 tid=26841];start_thread 15
[C2 CompilerThre tid=26848];start_thread 9
[VM Thread tid=26844];start_thread 5
[C1 CompilerThre tid=26849];start_thread 1
[tid=26840];start_thread 1
";

fn measured(text: &str) -> Measurements {
    let mut tables = Tables::default();
    let profiles = collapsed(text, &mut tables).unwrap();
    let run =
        Run { version: Version::Sequential, threads: 1, iteration: 0, metric: Metric::Cycles, elapsed_ns: 1, profiles };
    let mut measured = Measurements { runs: vec![run], ..Measurements::default() };
    tables.write_to(&mut measured);
    measured
}

fn profile(measured: &Measurements) -> Profile<'_> {
    let selection = Selection {
        version: Version::Sequential,
        threads: 1,
        metric: Metric::Cycles,
        part: PartSelection::All,
        of: ThreadSelection::All,
    };
    let classes = Classes::of(measured, &Settings::default()).unwrap();
    Profile::of(measured, &classes, &selection).unwrap()
}

#[test]
fn the_example_as_a_flat_profile_and_as_a_tree() {
    let measured = measured(EXAMPLE);
    let profile = profile(&measured);
    let flat = innermost(&profile).into_iter().map(|method| (method.name, method.count)).collect::<Vec<_>>();
    assert_eq!(flat, [("Example.B", 4.0), ("Example.C", 3.0), ("Example.A", 2.0), ("Example.E", 1.0)]);
    let tree = inclusive_of_all(&profile);
    let total = |name: &str| tree.iter().find(|method| method.name == name).unwrap().count;
    assert_eq!((total("Example.main"), total("Example.A"), total("Example.D")), (10.0, 8.0, 2.0));
    assert_eq!((total("Example.B"), total("Example.C"), total("Example.E")), (4.0, 3.0, 1.0));
}

#[test]
fn a_recorded_radix_sort_has_the_figures_that_are_printed() {
    let measured = measured(RADIX_SORT);
    let threads = &measured.runs[0].profiles;
    let all: f64 = threads.iter().flat_map(|thread| &thread.samples).map(|sample| sample.value).sum();
    let program = profile(&measured);
    assert_eq!((program.total(), all), (4957.0, 5018.0));
    let printed = [
        ("SortMSD.main", 4922.0, 98.09),
        ("MSD.sort", 3967.0, 79.06),
        ("MSD.aux_sort", 3915.0, 78.02),
        ("MSD.recursive_aux_sort", 3527.0, 70.29),
        ("MSD.place_keys", 204.0, 4.07),
        ("MSD.count_digits", 125.0, 2.49),
        ("MSD.copy_array", 59.0, 1.18),
        ("SortMSD.generateRandomArray", 908.0, 18.09),
        ("SortMSD.checkOrder", 47.0, 0.94),
        ("OptoRuntime::new_array_C(Klass*, int, JavaThread*)", 28.0, 0.56),
    ];
    let methods = inclusive_of_all(&program);
    for (name, samples, percent) in printed {
        let found = methods.iter().find(|method| method.name == name).unwrap();
        assert_eq!(found.count, samples, "{name}");
        assert!((found.count / all * 100.0 - percent).abs() < 0.011, "{name}");
    }
}

#[test]
fn threads_of_the_radix_sort_are_told_apart() {
    let measured = measured(RADIX_SORT);
    let of = |kind| -> f64 {
        let threads = measured.runs[0].profiles.iter().filter(|thread| thread.kind == kind);
        threads.flat_map(|thread| &thread.samples).map(|sample| sample.value).sum()
    };
    let kinds = [ThreadKind::Application, ThreadKind::Collector, ThreadKind::Compiler, ThreadKind::Jvm].map(of);
    assert_eq!(kinds, [4957.0, 45.0, 10.0, 6.0]);
}
