//! Partners of communication: their numbers and names at each granularity.

use std::collections::BTreeMap;

use paratrace_replay::program::first_pc;
use paratrace_replay::program::names::package_label;
use paratrace_traceformat::map::{MethodId, ProgramMap};

use crate::communication::{Contexts, MeasuredFlows};
use crate::model::Granularity;

/// Number of a partner; its meaning depends on the granularity.
pub(crate) type Number = u64;

/// Of so many methods in the name of a call path one is from its outer end, where it leaves some out.
const INNERMOST: usize = 8;

/// Returns the number of an activation.
pub(crate) fn activation(method: MethodId, ordinal: u32) -> Number {
    Number::from(method.number()) << 32 | Number::from(ordinal)
}

/// Names of partners, and the coarser partner of each site.
pub(crate) struct Partners<'f> {
    map: &'f ProgramMap,
    contexts: &'f Contexts,
    threads: &'f [String],
    method_of_loop: Vec<MethodId>,
    packages: Vec<&'f str>,
    package_of_class: Vec<u32>,
}

impl<'f> Partners<'f> {
    pub(crate) fn new(map: &'f ProgramMap, found: &'f MeasuredFlows, threads: &'f [String]) -> Self {
        let mut method_of_loop = vec![MethodId::NONE; map.loops.len()];
        for (method, number) in map.methods.iter().zip(MethodId::all()) {
            method_of_loop[paratrace_replay::base::span(&method.loops)].fill(number);
        }
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        let mut packages = Vec::new();
        let package_of_class = map.classes.iter().map(|class| {
            let package = package_label(&class.name);
            *numbers.entry(package).or_insert_with(|| {
                packages.push(package);
                packages.len() as u32 - 1
            })
        });
        let package_of_class = package_of_class.collect();
        Self { map, contexts: &found.contexts, threads, method_of_loop, packages, package_of_class }
    }

    fn method(&self, site: u32) -> MethodId {
        match (site as usize).checked_sub(self.map.methods.len()) {
            None => MethodId::new(site),
            Some(looped) => self.method_of_loop[looped],
        }
    }

    /// Returns the loop, method, class or package of a site.
    pub(crate) fn of_site(&self, granularity: Granularity, site: u32) -> Number {
        let method = self.method(site);
        let class = || self.map.methods[method.index()].class;
        Number::from(match granularity {
            Granularity::Loop => site,
            Granularity::Class => class().number(),
            Granularity::Package => self.package_of_class[class().index()],
            _ => method.number(),
        })
    }

    /// Returns the name of a partner; that of a call path shows `methods` at most.
    pub(crate) fn name(&self, granularity: Granularity, number: Number, methods: usize) -> String {
        let low = number as u32;
        match granularity {
            Granularity::Activation => {
                format!("{}#{}", self.map.method_name(MethodId::new((number >> 32) as u32)), u64::from(low) + 1)
            }
            Granularity::CallPath => self.path(low, methods),
            Granularity::Loop => self.site(low),
            Granularity::Method => self.map.method_name(MethodId::new(low)),
            Granularity::Class => self.map.classes[low as usize].name.clone(),
            Granularity::Package => self.packages[low as usize].to_owned(),
            Granularity::Thread => self.threads.get(low as usize).cloned().unwrap_or_default(),
        }
    }

    fn site(&self, site: u32) -> String {
        let method = self.map.method_name(self.method(site));
        match (site as usize).checked_sub(self.map.methods.len()) {
            None => method,
            Some(looped) => format!("{method} loop@{}", first_pc(self.map, self.map.loops[looped].header)),
        }
    }

    /// Returns the methods from the outermost on. A name that leaves some out contains the number of the call path, so
    /// that names stay different.
    fn path(&self, context: u32, shown: usize) -> String {
        let methods = self.contexts.methods(context);
        let name = |&method: &MethodId| if method.is_none() { "…".to_owned() } else { self.map.method_name(method) };
        if methods.len() <= shown {
            return methods.iter().map(name).collect::<Vec<_>>().join(" > ");
        }
        let outermost = shown / INNERMOST;
        let (outer, inner) = (&methods[..outermost], &methods[methods.len() - (shown - outermost)..]);
        let between = format!("… {} more (path {context}) …", methods.len() - shown);
        let outer: Vec<String> = outer.iter().map(name).collect();
        let inner: Vec<String> = inner.iter().map(name).collect();
        [&outer[..], &[between], &inner[..]].concat().join(" > ")
    }
}
