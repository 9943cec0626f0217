//! Decodes a program map: from bytes to the model.

use std::path::Path;

use super::{
    Container, FileName, MapError, MapHash, Meta, MethodId, ProgramMap, Section, VariableName, columns, records,
    synchronization,
};
use crate::files;

impl ProgramMap {
    /// Reads and validates a map.
    ///
    /// # Errors
    /// Whatever is wrong with the bytes or, by [`ProgramMap::validate`], with what they say.
    pub fn from_bytes(bytes: &[u8]) -> Result<ProgramMap, MapError> {
        let map = ProgramMap::decode(bytes)?;
        map.validate()?;
        Ok(map)
    }

    /// Reads and validates a map file; also gives its hash, by which traces name it.
    ///
    /// # Errors
    /// As [`ProgramMap::from_bytes`], and [`MapError::Io`].
    pub fn read(path: impl AsRef<Path>) -> Result<(ProgramMap, MapHash), MapError> {
        let path = path.as_ref();
        let bytes = files::read(path).map_err(|source| MapError::Io { path: path.to_owned(), source })?;
        // SHA-256 takes longer than everything else together: let it run beside.
        let (map, hash) = std::thread::scope(|scope| {
            let hash = std::thread::Builder::new().spawn_scoped(scope, || MapHash::of(&bytes));
            (ProgramMap::from_bytes(&bytes), hash.ok().and_then(|h| h.join().ok()))
        });
        Ok((map?, hash.unwrap_or_else(|| MapHash::of(&bytes))))
    }

    /// The tables as they are in the file, not validated.
    pub(crate) fn decode(bytes: &[u8]) -> Result<ProgramMap, MapError> {
        let c = Container::parse(bytes)?;
        // Only the runtime uses the names, but a map without them is not one of its version.
        c.later_section(Section::ClassNames)?;
        let meta: Meta = c.section(Section::Meta).and_then(|(e, b)| records::read_one(e, b))?;
        Ok(ProgramMap {
            tool: meta.tool,
            static_slots: meta.static_slots,
            classes: c.section(Section::Classes).and_then(|(e, b)| records::read_all(e, b))?,
            fields: c.section(Section::Fields).and_then(|(e, b)| records::read_all(e, b))?,
            methods: c.section(Section::Methods).and_then(|(e, b)| records::read_all(e, b))?,
            sites: c.section(Section::Sites).and_then(|(e, b)| records::read_all(e, b))?,
            insns: c.section(Section::Insns).and_then(|(e, b)| columns::read_insns(e, b))?,
            blocks: c.section(Section::Blocks).and_then(|(e, b)| columns::read_blocks(e, b))?,
            edges: c.section(Section::Edges).and_then(|(e, b)| columns::read_edges(e, b))?,
            starts: c.section(Section::Starts).and_then(|(e, b)| columns::read_starts(e, b))?,
            handlers: c.section(Section::Handlers).and_then(|(e, b)| columns::read_handlers(e, b))?,
            lines: c.section(Section::Lines).and_then(|(e, b)| columns::read_lines(e, b))?,
            loops: c.section(Section::Loops).and_then(|(e, b)| columns::read_loops(e, b))?,
            variable_names: (c.later_section(Section::VariableNames)?)
                .map_or(Ok(Vec::new()), |(e, b)| records::read_all::<VariableName>(e, b))?
                .into_iter()
                .map(|name| name.text)
                .collect(),
            variables: (c.later_section(Section::Variables)?)
                .map_or(Ok(Vec::new()), |(e, b)| columns::read_variables(e, b))?,
            locked_methods: synchronization::rows(&c, Section::LockedMethods)?.into_iter().map(MethodId::new).collect(),
            volatile_fields: synchronization::rows(&c, Section::VolatileFields)?,
            other_files: (c.later_section(Section::OtherFiles)?)
                .map_or(Ok(Vec::new()), |(e, b)| records::read_all::<FileName>(e, b))?
                .into_iter()
                .map(|name| name.text)
                .collect(),
            foreign_lines: (c.later_section(Section::ForeignLines)?)
                .map_or(Ok(Vec::new()), |(e, b)| columns::read_foreign_lines(e, b))?,
        })
    }
}
