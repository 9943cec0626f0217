//! The class files of all inputs, read whenever they are needed: in memory there are the first of them, as long as there is
//! room ([`limits::KEPT_CLASSES`]), and one for each thread.

use std::borrow::Cow;

use paratrace_classfile::ClassFile;
use rayon::prelude::*;

use crate::archive::Input;
use crate::error::Error;
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
    /// The bytes of each class that was kept.
    kept: Vec<Option<Box<[u8]>>>,
}

impl<'i> Sources<'i> {
    /// Reads every class once, for the world. What cannot be read is noted and left as it is.
    pub(crate) fn read(inputs: &'i [Input], selection: &Selection, notes: &mut Vec<String>) -> (Sources<'i>, World) {
        let numbered = |(input, found): (usize, &Input)| (0..found.classes.len()).map(move |class| (input, class));
        let all: Vec<Place> = inputs.iter().enumerate().flat_map(numbered).collect();
        let (mut places, mut world) = (Vec::with_capacity(all.len()), World::default());
        let (mut kept, room) = (Vec::with_capacity(all.len()), Room::new(limits::KEPT_CLASSES));
        for some in all.chunks(CLASSES_AT_ONCE) {
            let described: Vec<_> = some.par_iter().map(|&place| read(inputs, place, selection)).collect();
            for (&place, described) in some.iter().zip(described) {
                match described {
                    Ok((described, bytes)) => {
                        world.add(described);
                        places.push(place);
                        kept.push(room.take(bytes.len()).then(|| bytes.into_boxed_slice()));
                    }
                    Err(note) => notes.push(note),
                }
            }
        }
        world.link();
        (Sources { inputs, places, kept }, world)
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

/// Reads a class: its description for the world, and its bytes.
fn read(inputs: &[Input], (input, class): Place, selection: &Selection) -> Result<(Description, Vec<u8>), String> {
    let input = &inputs[input];
    let origin = format!("{}!/{}", input.label(), input.classes[class].entry);
    let bytes = input.class_bytes(class).map_err(|error| format!("{error}"))?;
    let parsed = ClassFile::parse(&bytes);
    let described = parsed.and_then(|class| describe(&class, origin.clone(), selection));
    let described = described.map_err(|error| format!("{origin} is left as it is: {error}"))?;
    Ok((described, bytes))
}
