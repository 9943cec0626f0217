//! Names of frames: `pkg.Class.method`, the same in every run.

/// A frame as async-profiler prints it with the option `ann`.
pub(super) struct Frame {
    /// `pkg.Class.method`, the symbol of native code, or the class of a lock.
    pub(super) name: String,
    /// True if it is Java code.
    pub(super) java: bool,
}

impl Frame {
    /// Takes the mark of the frame's type off: `_[j]` compiled, `_[i]` inlined, `_[0]` interpreted, `_[1]` compiled by C1,
    /// `_[k]` kernel. The same method has several of them, and is one method.
    pub(super) fn parse(text: &str) -> Frame {
        for (mark, java) in [("_[j]", true), ("_[i]", true), ("_[0]", true), ("_[1]", true), ("_[k]", false)] {
            if let Some(name) = text.strip_suffix(mark) {
                return if java { Frame::java(name) } else { Frame { name: name.to_owned(), java } };
            }
        }
        Frame { name: text.to_owned(), java: false }
    }

    /// A method by the name of its class, with dots or slashes, and its own.
    pub(super) fn java(text: &str) -> Frame {
        Frame { name: without_addresses(text).replace('/', "."), java: true }
    }
}

/// Hidden classes have an address in their names, and lambdas a number, which differ from run to run:
/// `T$$Lambda$14/0x00007f6d50000a08.run` becomes `T$$Lambda.run`.
fn without_addresses(text: &str) -> String {
    let mut rest = text;
    let mut name = String::with_capacity(text.len());
    while let Some(at) = rest.find("0x") {
        let digits = rest[at + 2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let marked = rest[..at].ends_with(['.', '/', '+']);
        if marked && digits >= 8 {
            name += &rest[..at - 1];
        } else {
            name += &rest[..at + 2 + digits];
        }
        rest = &rest[at + 2 + digits..];
    }
    name += rest;
    without_number(&name)
}

fn without_number(name: &str) -> String {
    const LAMBDA: &str = "$$Lambda$";
    let Some(at) = name.find(LAMBDA) else { return name.to_owned() };
    let after = &name[at + LAMBDA.len()..];
    let number = after.bytes().take_while(u8::is_ascii_digit).count();
    if number == 0 {
        return name.to_owned();
    }
    format!("{}{}", &name[..at + LAMBDA.len() - 1], &after[number..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        Frame::parse(text).name
    }

    #[test]
    fn methods_have_one_name_in_all_runs() {
        assert_eq!(name("java/lang/Thread.run_[j]"), "java.lang.Thread.run");
        assert_eq!(name("T$$Lambda$1.0x00007f6d50000a08.run_[0]"), "T$$Lambda.run");
        assert_eq!(name("T$$Lambda.0x00007f6d50000a08.run_[1]"), "T$$Lambda.run");
        assert_eq!(name("a/T$$Lambda$14/0x0000000800066840.run_[j]"), "a.T$$Lambda.run");
        assert_eq!(name("java/lang/invoke/LambdaForm$MH+0x00007f6d50000a08.invoke_[i]"), {
            "java.lang.invoke.LambdaForm$MH.invoke"
        });
    }

    #[test]
    fn what_only_looks_like_an_address_stays() {
        for text in ["a.Color0xff.of", "T$$Lambda$x.run", "a.0x12.run", "0x"] {
            assert_eq!(Frame::java(text).name, text);
        }
        assert_eq!(Frame::java("a.é0x00000000").name, "a.é0x00000000");
    }

    #[test]
    fn native_code_and_the_kernel_are_no_java() {
        for text in ["__futex_abstimed_wait_common", "/lib/x86_64/libc.so.6", "do_syscall_64_[k]"] {
            assert!(!Frame::parse(text).java, "{text}");
        }
        assert_eq!(name("do_syscall_64_[k]"), "do_syscall_64");
        assert_eq!(name("/lib/x86_64/libc.so.6"), "/lib/x86_64/libc.so.6");
        assert!(Frame::parse("java.lang.Object_[i]").java);
    }
}
