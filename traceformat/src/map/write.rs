//! Encodes a program map: from the model to bytes.

use super::section::Assembly;
use super::{
    FileName, MapError, Meta, Piece, ProgramMap, Section, VariableName, class_names, columns, pieces, records,
};

impl ProgramMap {
    /// The bytes of a map file. The same map gives the same bytes.
    ///
    /// # Errors
    /// [`MapError::Encode`] if a table is too large for the format or columns of instructions differ in length. The
    /// cross references are not checked: see [`ProgramMap::validate`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, MapError> {
        self.to_bytes_with(&[Piece::whole(self)])
    }

    /// The bytes of a map file with hot tables that these pieces make, one after the other, instead of its own.
    ///
    /// # Errors
    /// As [`ProgramMap::to_bytes`].
    pub fn to_bytes_with(&self, hot: &[Piece<'_>]) -> Result<Vec<u8>, MapError> {
        let meta = Meta { tool: self.tool.clone(), static_slots: self.static_slots };
        let names: Vec<_> = self.variable_names.iter().map(|text| VariableName { text: text.clone() }).collect();
        let files: Vec<_> = self.other_files.iter().map(|text| FileName { text: text.clone() }).collect();
        let mut file = Assembly::new(pieces::record_bytes(self) + pieces::bytes(hot));
        // The runtime reads these while the program starts, and nothing behind them.
        file.section(Section::ClassNames, |out| {
            columns::write_rows(out, Section::ClassNames, class_names::rows(self).into_iter())
        })?;
        file.section(Section::Meta, |out| records::write_one(out, &meta))?;
        file.section(Section::Classes, |out| records::write_all(out, &self.classes))?;
        file.section(Section::Fields, |out| records::write_all(out, &self.fields))?;
        file.section(Section::Methods, |out| records::write_all(out, &self.methods))?;
        file.section(Section::Sites, |out| records::write_all(out, &self.sites))?;
        file.section(Section::Insns, |out| pieces::insns(out, hot))?;
        file.section(Section::Blocks, |out| pieces::blocks(out, hot))?;
        file.section(Section::Edges, |out| pieces::edges(out, hot))?;
        file.section(Section::Starts, |out| pieces::starts(out, hot))?;
        file.section(Section::Handlers, |out| pieces::handlers(out, hot))?;
        file.section(Section::Lines, |out| pieces::lines(out, hot))?;
        file.section(Section::Loops, |out| pieces::loops(out, hot))?;
        file.section(Section::VariableNames, |out| records::write_all(out, &names))?;
        file.section(Section::Variables, |out| pieces::variables(out, hot))?;
        file.section(Section::LockedMethods, |out| {
            columns::write_rows(out, Section::LockedMethods, self.locked_methods.iter().map(|m| m.number()))
        })?;
        file.section(Section::VolatileFields, |out| {
            columns::write_rows(out, Section::VolatileFields, self.volatile_fields.iter().copied())
        })?;
        file.section(Section::OtherFiles, |out| records::write_all(out, &files))?;
        file.section(Section::ForeignLines, |out| columns::write_foreign_lines(out, &self.foreign_lines))?;
        Ok(file.finish())
    }
}
