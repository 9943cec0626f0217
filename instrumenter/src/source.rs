//! The class files of all inputs, read whenever they are needed: in memory there are the first of them, as long as there is
//! room ([`limits::KEPT_CLASSES`]), and one for each thread.

use std::borrow::Cow;

use paratrace_classfile::ClassFile;
use paratrace_traceformat::map::JDK_ORIGIN;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::accessors::{Memory, UNSAFE, UNSAFE_OF_8};
use crate::archive::Input;
use crate::error::Error;
use crate::jdk;
use crate::leaf_search::{Classes, leaves};
use crate::limits::{self, Room};
use crate::selection::Selection;
use crate::world::{Description, World, describe};

/// Classes that are read before their descriptions find their place in the world.
const CLASSES_AT_ONCE: usize = 1024;

/// The place of a class: its input and its number there.
type Place = (usize, usize);

/// The inputs, and which of their class files make the world.
pub(crate) struct Sources<'i> {
    inputs: &'i [Input],
    places: Vec<Place>,
    /// Classes of a traced JDK that are not in the world.
    outside: FxHashMap<String, Place>,
    /// The bytes of each class that was kept.
    kept: Vec<Option<Box<[u8]>>>,
}

impl<'i> Sources<'i> {
    /// Reads every class once, for the world. What cannot be read is noted and left as it is.
    ///
    /// `on_jdk`: the first input is the traced JDK that the program runs on.
    pub(crate) fn read(
        inputs: &'i [Input],
        on_jdk: bool,
        selection: &Selection,
        notes: &mut Vec<String>,
    ) -> (Sources<'i>, World) {
        let numbered = |(input, found): (usize, &Input)| (0..found.classes.len()).map(move |class| (input, class));
        let all: Vec<Place> = inputs.iter().enumerate().flat_map(numbered).collect();
        let (mut places, mut world) = (Vec::with_capacity(all.len()), World::new(on_jdk));
        let mut outside = FxHashMap::default();
        let (mut kept, room) = (Vec::with_capacity(all.len()), Room::new(limits::KEPT_CLASSES));
        let jdk = Selection::of_jdk();
        let selection_of = |(input, _): Place| if on_jdk && input == 0 { &jdk } else { selection };
        for some in all.chunks(CLASSES_AT_ONCE) {
            let described: Vec<_> = some.par_iter().map(|&place| read(inputs, place, selection_of(place))).collect();
            for (&place, described) in some.iter().zip(described) {
                match described {
                    Ok(Read::Outside(name)) => drop(outside.insert(name, place)),
                    Ok(Read::Described(described, bytes)) => {
                        if place.0 > 0 && world.is_in_jdk(described.name()) {
                            continue;
                        }
                        let described = *described;
                        world.add(described);
                        places.push(place);
                        kept.push(room.take(bytes.len()).then(|| bytes.into_boxed_slice()));
                    }
                    Err(note) => notes.push(note),
                }
            }
        }
        world.link();
        let sources = Sources { inputs, places, outside, kept };
        sources.look_outside(&mut world);
        (sources, world)
    }

    /// Looks at the classes of a traced JDK that stay outside: nothing may be recorded inside of what is known to be a leaf.
    fn look_outside(&self, world: &mut World) {
        if self.outside.is_empty() {
            return;
        }
        let memory = |class| self.show(world, class, |declared| Memory::of(class, declared)).flatten();
        world.memory = memory(UNSAFE).or_else(|| memory(UNSAFE_OF_8));
        let leaves = leaves(world, self);
        world.leave(leaves);
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The class of the world with this place.
    pub(crate) fn class_at(&self, input: usize, class: usize) -> Option<usize> {
        self.places.binary_search(&(input, class)).ok()
    }

    /// The input that a class of the world comes from.
    pub(crate) fn input(&self, class: usize) -> usize {
        self.places[class].0
    }

    /// Reads a class of the world.
    pub(crate) fn with<R>(&self, class: usize, look: impl FnOnce(&ClassFile<'_>) -> R) -> Result<R, Error> {
        let (input, index) = self.places[class];
        let input = &self.inputs[input];
        let bytes = match &self.kept[class] {
            Some(kept) => Cow::Borrowed(&**kept),
            None => Cow::Owned(input.class_bytes(index)?),
        };
        let class = ClassFile::parse(&bytes).map_err(|_| Error::Changed { path: input.path.clone() })?;
        Ok(look(&class))
    }
}

impl Classes for Sources<'_> {
    fn outside(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.outside.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    fn show<R>(&self, world: &World, name: &str, look: impl FnOnce(&ClassFile<'_>) -> R) -> Option<R> {
        if let Some(class) = world.find(name) {
            return self.with(class, look).ok();
        }
        let &(input, class) = self.outside.get(name)?;
        let bytes = self.inputs[input].class_bytes(class).ok()?;
        ClassFile::parse(&bytes).ok().map(|class| look(&class))
    }
}

/// A class that was read.
enum Read {
    /// Its description for the world, and its bytes.
    Described(Box<Description>, Vec<u8>),
    /// The name of one that stays outside.
    Outside(String),
}

/// Reads a class: its description for the world, and its bytes.
fn read(inputs: &[Input], (input, class): Place, selection: &Selection) -> Result<Read, String> {
    let input = &inputs[input];
    let container = if selection.is_jdk { format!("{JDK_ORIGIN}java.base") } else { input.label() };
    let origin = format!("{container}!/{}", input.classes[class].entry);
    let bytes = input.class_bytes(class).map_err(|error| format!("{error}"))?;
    let parsed = ClassFile::parse(&bytes);
    let described = parsed.and_then(|class| {
        let name = class.name()?;
        if selection.is_jdk && jdk::is_outside(&name) {
            return Ok(Err(name.into_owned()));
        }
        describe(&class, origin.clone(), selection).map(Ok)
    });
    let described = described.map_err(|error| format!("{origin} is left as it is: {error}"))?;
    Ok(match described {
        Ok(described) => Read::Described(Box::new(described), bytes),
        Err(name) => Read::Outside(name),
    })
}
