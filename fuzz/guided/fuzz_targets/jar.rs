#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paratrace_fuzz::guided::run(paratrace_fuzz::Kind::Jar, data));
