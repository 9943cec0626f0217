//! From the model to bytes.

use super::{MapError, Meta, ProgramMap, Section, VariableName, columns, records, section};

impl ProgramMap {
    /// The bytes of a map file. The same map gives the same bytes.
    ///
    /// # Errors
    /// [`MapError::Encode`] if a table is too large for the format or columns of instructions differ in length. The
    /// cross references are not checked: see [`ProgramMap::validate`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, MapError> {
        let meta = Meta { tool: self.tool.clone(), static_slots: self.static_slots };
        let mut sections = vec![
            (Section::Meta, records::write_one(&meta)?),
            (Section::Classes, records::write_all(&self.classes)?),
            (Section::Fields, records::write_all(&self.fields)?),
            (Section::Methods, records::write_all(&self.methods)?),
            (Section::Sites, records::write_all(&self.sites)?),
        ];
        sections.extend(columns::write_all(self)?);
        let names: Vec<_> = self.variable_names.iter().map(|text| VariableName { text: text.clone() }).collect();
        sections.push((Section::VariableNames, records::write_all(&names)?));
        sections.push((Section::Variables, columns::write_variables(&self.variables)?));
        Ok(section::assemble(&sections))
    }
}
