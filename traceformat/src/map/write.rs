//! Encodes a program map: from the model to bytes.

use super::section::Assembly;
use super::{MapError, Meta, ProgramMap, Section, VariableName, columns, records};

impl ProgramMap {
    /// The bytes of a map file. The same map gives the same bytes.
    ///
    /// # Errors
    /// [`MapError::Encode`] if a table is too large for the format or columns of instructions differ in length. The
    /// cross references are not checked: see [`ProgramMap::validate`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, MapError> {
        let meta = Meta { tool: self.tool.clone(), static_slots: self.static_slots };
        let names: Vec<_> = self.variable_names.iter().map(|text| VariableName { text: text.clone() }).collect();
        let mut file = Assembly::new(&Section::ALL, columns::bytes(self));
        file.section(|out| records::write_one(out, &meta))?;
        file.section(|out| records::write_all(out, &self.classes))?;
        file.section(|out| records::write_all(out, &self.fields))?;
        file.section(|out| records::write_all(out, &self.methods))?;
        file.section(|out| records::write_all(out, &self.sites))?;
        file.section(|out| columns::write_insns(out, &self.insns))?;
        file.section(|out| columns::write_blocks(out, &self.blocks))?;
        file.section(|out| columns::write_edges(out, &self.edges))?;
        file.section(|out| columns::write_starts(out, &self.starts))?;
        file.section(|out| columns::write_handlers(out, &self.handlers))?;
        file.section(|out| columns::write_lines(out, &self.lines))?;
        file.section(|out| columns::write_loops(out, &self.loops))?;
        file.section(|out| records::write_all(out, &names))?;
        file.section(|out| columns::write_variables(out, &self.variables))?;
        Ok(file.finish())
    }
}
