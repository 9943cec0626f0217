//! Instruments jars from the command line, without the user interface.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args: Vec<std::path::PathBuf> = std::env::args_os().skip(1).map(Into::into).collect();
    let output = args.pop().ok_or("usage: instrument IN… OUTDIR")?;
    let output = paratrace_instrumenter::Output::Directory(output);
    let summary = paratrace_instrumenter::instrument(&args, &output, None, &Default::default(), &|_, _| {})?;
    println!("{summary:#?}");
    Ok(())
}
