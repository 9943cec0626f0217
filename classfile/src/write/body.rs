//! The body of a new method.

use super::bytes::{count_u2, put_attribute, put_u2, put_u4};
use super::frames::Encoder;
use super::pool::PoolBuilder;
use crate::error::{Error, Result};
use crate::limits;
use crate::read::frames::VerificationType;

/// A stack map frame of a new method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Offset in the code at which it applies.
    pub pc: u32,
    /// Types of the locals; `long` and `double` are one entry each.
    pub locals: Vec<VerificationType>,
    /// Types on the stack, the top one last.
    pub stack: Vec<VerificationType>,
}

/// A handler of a new method, of whatever is thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CatchAll {
    /// Offset of the first instruction that it protects.
    pub start: u16,
    /// Offset behind the last one.
    pub end: u16,
    /// Offset of its code.
    pub handler: u16,
}

/// Builds the contents of Code attributes for new methods.
#[derive(Debug)]
pub struct CodeBody;

impl CodeBody {
    /// A body without exception handlers. `frames` must be ordered by pc; without any there is no StackMapTable.
    pub fn build(
        pool: &mut PoolBuilder<'_>,
        max_stack: u16,
        max_locals: u16,
        code: &[u8],
        frames: &[Frame],
    ) -> Result<Vec<u8>> {
        CodeBody::build_with_handlers(pool, max_stack, max_locals, code, frames, &[])
    }

    /// The same with exception handlers, in their order.
    pub fn build_with_handlers(
        pool: &mut PoolBuilder<'_>,
        max_stack: u16,
        max_locals: u16,
        code: &[u8],
        frames: &[Frame],
        handlers: &[CatchAll],
    ) -> Result<Vec<u8>> {
        if code.is_empty() || code.len() > limits::MAX_CODE_LENGTH {
            return Err(Error::CodeTooLarge { length: code.len() });
        }
        let mut encoder = Encoder::default();
        for frame in frames {
            encoder.frame(frame.pc as usize, &frame.locals, &frame.stack)?;
        }
        let mut body = Vec::new();
        put_u2(&mut body, max_stack);
        put_u2(&mut body, max_locals);
        put_u4(&mut body, u32::try_from(code.len()).unwrap_or(u32::MAX));
        body.extend(code);
        put_u2(&mut body, count_u2(handlers.len(), "exception handlers")?);
        for handler in handlers {
            let any_type = 0;
            for value in [handler.start, handler.end, handler.handler, any_type] {
                put_u2(&mut body, value);
            }
        }
        let table = encoder.finish()?;
        put_u2(&mut body, count_u2(usize::from(table.is_some()), "attributes")?);
        if let Some(table) = table {
            put_attribute(&mut body, pool.utf8("StackMapTable")?, "StackMapTable", &table)?;
        }
        Ok(body)
    }
}
