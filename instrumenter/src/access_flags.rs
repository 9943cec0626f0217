//! Access flags of classes, fields and methods (JVMS §4.1, §4.5, §4.6).

pub(crate) const ACC_PUBLIC: u16 = 0x0001;
pub(crate) const ACC_PRIVATE: u16 = 0x0002;
pub(crate) const ACC_PROTECTED: u16 = 0x0004;
pub(crate) const ACC_STATIC: u16 = 0x0008;
pub(crate) const ACC_FINAL: u16 = 0x0010;
pub(crate) const ACC_SYNCHRONIZED: u16 = 0x0020;
pub(crate) const ACC_VOLATILE: u16 = 0x0040;
pub(crate) const ACC_TRANSIENT: u16 = 0x0080;
pub(crate) const ACC_NATIVE: u16 = 0x0100;
pub(crate) const ACC_INTERFACE: u16 = 0x0200;
pub(crate) const ACC_ABSTRACT: u16 = 0x0400;
pub(crate) const ACC_SYNTHETIC: u16 = 0x1000;
pub(crate) const ACC_ENUM: u16 = 0x4000;
pub(crate) const ACC_MODULE: u16 = 0x8000;
