//! Work of threads, and what imbalance is made of.

use crate::Part;
use crate::equations::Spinning;
use crate::measurements::Version;
use crate::model::{ImbalanceSplit, ThreadWork};
use crate::primitives::{Amount, CountMetrics, RunSums, Runs, ThreadSums};

/// Work of the threads of the parallel version by their place in the order of each run, from the one with most.
pub(crate) fn threads_work(runs: &Runs, threads: u32, metrics: CountMetrics, regions: usize) -> Vec<ThreadWork> {
    let Some(metric) = metrics.work else { return Vec::new() };
    let measured = runs.get(Version::Parallel, threads, metric);
    let mut places: Vec<ThreadWork> = Vec::new();
    for (_, sums) in measured {
        let in_regions = |thread: &ThreadSums| thread.total() - thread.sequential.all;
        let mut order = sums.workers(in_regions).unwrap_or_else(|| sums.threads.clone());
        order.sort_by(|a, b| b.total().total_cmp(&a.total()));
        let works = |thread: &&ThreadSums| thread.total() > 0.0;
        for (place, thread) in order.iter().filter(works).enumerate() {
            if place == places.len() {
                places.push(nothing(regions));
            }
            add(&mut places[place], thread, 1.0 / measured.len() as f64);
        }
    }
    places
}

fn nothing(regions: usize) -> ThreadWork {
    ThreadWork { names: Vec::new(), sequential: 0.0, regions: vec![0.0; regions], spinning: 0.0 }
}

fn add(place: &mut ThreadWork, thread: &ThreadSums, weight: f64) {
    if !place.names.iter().any(|name| name == thread.name) {
        place.names.push(thread.name.to_owned());
    }
    place.sequential += thread.sequential.all * weight;
    place.regions.iter_mut().zip(&thread.regions).for_each(|(sum, region)| *sum += region.all * weight);
    let spinning = thread.sequential.spinning + thread.regions.iter().map(|region| region.spinning).sum::<f64>();
    place.spinning += spinning * weight;
}

/// E_LB of a region as a product. Threads are found again in the runs of another metric by their names, so that the busiest
/// one has to have the same name in all runs that counted cycles, and be the only one of that name in all runs.
pub(crate) fn imbalance_split(
    runs: &Runs,
    threads: u32,
    metrics: CountMetrics,
    region: usize,
    spinning: Spinning,
) -> Option<ImbalanceSplit> {
    let (work, counted) = metrics.work.zip(metrics.instructions)?;
    let amount: fn(Amount) -> f64 = match spinning {
        Spinning::Apart => Amount::working,
        Spinning::Work => |amount| amount.all,
    };
    let of = |thread: &ThreadSums| amount(thread.amount(Part::Region(region)));
    let measured = runs.get(Version::Parallel, threads, work);
    let workers = |sums: &RunSums| -> Vec<(String, f64)> {
        let merged = sums.workers(of).unwrap_or_default();
        merged.iter().map(|worker| (worker.name.to_owned(), of(worker))).collect()
    };
    let busiest = |sums: &RunSums| workers(sums).into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name);
    let name = busiest(&measured.first()?.1)?;
    let one = |sums: &RunSums| workers(sums).iter().filter(|(worker, _)| *worker == name).count() == 1;
    let always = measured.iter().all(|(_, sums)| one(sums) && busiest(sums).as_deref() == Some(&name));
    if !always || !runs.get(Version::Parallel, threads, counted).iter().all(|(_, sums)| one(sums)) {
        return None;
    }
    let its = |sums: &RunSums| sums.threads.iter().filter(|thread| thread.name == name).map(of).sum();
    let all = |sums: &RunSums| sums.threads.iter().map(of).sum();
    let mean = |metric, of: &dyn Fn(&RunSums) -> f64| Some(runs.mean(Version::Parallel, threads, metric, of)?.mean);
    let (cycles, instructions) = (mean(work, &all)?, mean(counted, &all)?);
    let (its_cycles, its_instructions) = (mean(work, &its)?, mean(counted, &its)?);
    let split = ImbalanceSplit {
        instructions: instructions / f64::from(threads) / its_instructions,
        cpi: cycles / instructions / (its_cycles / its_instructions),
    };
    (split.instructions.is_finite() && split.cpi.is_finite()).then_some(split)
}
