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
        let order = Section::in_file_order();
        let mut file = Assembly::new(&order, pieces::record_bytes(self) + pieces::bytes(hot));
        file.section(|out| columns::write_rows(out, Section::ClassNames, class_names::rows(self).into_iter()))?;
        file.section(|out| records::write_one(out, &meta))?;
        file.section(|out| records::write_all(out, &self.classes))?;
        file.section(|out| records::write_all(out, &self.fields))?;
        file.section(|out| records::write_all(out, &self.methods))?;
        file.section(|out| records::write_all(out, &self.sites))?;
        file.section(|out| pieces::insns(out, hot))?;
        file.section(|out| pieces::blocks(out, hot))?;
        file.section(|out| pieces::edges(out, hot))?;
        file.section(|out| pieces::starts(out, hot))?;
        file.section(|out| pieces::handlers(out, hot))?;
        file.section(|out| pieces::lines(out, hot))?;
        file.section(|out| pieces::loops(out, hot))?;
        file.section(|out| records::write_all(out, &names))?;
        file.section(|out| pieces::variables(out, hot))?;
        file.section(|out| {
            columns::write_rows(out, Section::LockedMethods, self.locked_methods.iter().map(|m| m.number()))
        })?;
        file.section(|out| columns::write_rows(out, Section::VolatileFields, self.volatile_fields.iter().copied()))?;
        file.section(|out| records::write_all(out, &files))?;
        file.section(|out| columns::write_foreign_lines(out, &self.foreign_lines))?;
        Ok(file.finish())
    }
}
