//! An executable Spring Boot jar under load: libraries inside the jar, `paratrace run --app-only java -jar`, clients in several
//! threads, SIGTERM.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use paratrace_compilers::{artefacts, replay_problem};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The loader of classes from jars inside a jar; of the same release as the program's libraries.
const LOADER: &str = "org.springframework.boot:spring-boot-loader:3.3.5";
const MANIFEST: &str = "Manifest-Version: 1.0\r\nMain-Class: org.springframework.boot.loader.launch.JarLauncher\r\n\
    Start-Class: shop.Shop\r\nSpring-Boot-Classes: BOOT-INF/classes/\r\nSpring-Boot-Lib: BOOT-INF/lib/\r\n\r\n";
const WORDS: [&str; 4] = ["serve", "--server.port=0", "--logging.level.root=warn", "--spring.main.banner-mode=off"];

const CLIENTS: usize = 4;
const REQUESTS: usize = 25;
/// How long a client waits for one answer.
const PATIENCE: Duration = Duration::from_secs(120);
/// How a JVM ends that was asked to: 128 + 15.
const TERMINATED: Option<i32> = Some(143);

/// The result of a run.
struct Served {
    status: Option<i32>,
    first_answer: Duration,
    /// How many articles there are in the end.
    articles: usize,
}

/// Packs the compiled classes and their libraries (class path entries) as Spring Boot does. `None` without its loader.
pub(super) fn pack(entries: &[PathBuf], classes: &[PathBuf], jar: &Path) -> Result<Option<()>> {
    let Some(loader) = artefacts(LOADER) else { return Ok(None) };
    let is_loader = |path: &&PathBuf| path.file_name().is_some_and(|n| n.to_string_lossy().contains("boot-loader"));
    let loader = loader.iter().find(is_loader).context("the loader has no jar")?;
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut zip = ZipWriter::new(File::create(jar)?);
    let add = |zip: &mut ZipWriter<File>, name: &str, bytes: &[u8]| -> Result<()> {
        zip.start_file(name, stored)?;
        Ok(zip.write_all(bytes)?)
    };
    add(&mut zip, "META-INF/MANIFEST.MF", MANIFEST.as_bytes())?;
    let mut archive = ZipArchive::new(File::open(loader)?)?;
    for index in 0..archive.len() {
        let entry = archive.by_index(index)?;
        if entry.name()?.starts_with("org/") {
            zip.raw_copy_file(entry)?;
        }
    }
    // The loader looks for classes only in a folder that has an entry of its own.
    zip.add_directory("BOOT-INF/classes/", stored)?;
    for (folder, files) in [("BOOT-INF/classes/shop/", classes), ("BOOT-INF/lib/", entries)] {
        zip.add_directory(folder, stored)?;
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            add(&mut zip, &format!("{folder}{name}"), &std::fs::read(file)?)?;
        }
    }
    zip.finish()?;
    Ok(Some(()))
}

/// Runs the jar plain and traced; what is wrong, or how long the first answers took.
pub(super) fn check(java: &Path, paratrace: &Path, jar: &Path, dir: &Path) -> Result<Result<String, String>> {
    let trace = dir.join("trace");
    let log = dir.join("serve.log");
    let plain = serve(Command::new(java).arg("-jar").arg(jar), &log)?;
    let mut run = Command::new(paratrace);
    run.args(["run", "--app-only", "--no-cache", "--out"]).arg(&trace).arg(java).arg("-jar").arg(jar);
    let traced = serve(&mut run, &log)?;
    for (kind, served) in [("plain", &plain), ("traced", &traced)] {
        if served.status != TERMINATED || served.articles != CLIENTS * REQUESTS {
            return Ok(Err(format!("{kind}: ends with {:?} and {} articles", served.status, served.articles)));
        }
    }
    if let Some(problem) = replay_problem(&trace)? {
        return Ok(Err(problem));
    }
    std::fs::remove_dir_all(&trace)?;
    let [plain, traced] = [plain, traced].map(|served| served.first_answer.as_secs_f64());
    Ok(Ok(format!("complete; first answer after {plain:.1} s plain, {traced:.1} s traced: {:.1}×", traced / plain)))
}

/// Starts the program, has the clients send their requests, and ends it. Standard error goes to a file.
fn serve(command: &mut Command, log: &Path) -> Result<Served> {
    let begun = Instant::now();
    command.args(WORDS).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(File::create(log)?);
    let mut child = command.spawn()?;
    let used = use_it(&mut child, begun);
    let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    let status = child.wait()?.code();
    let (first_answer, articles) = used.with_context(|| last_lines(log))?;
    ensure!(asked?.success(), "kill -TERM fails");
    Ok(Served { status, first_answer, articles })
}

fn last_lines(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

fn use_it(child: &mut Child, begun: Instant) -> Result<(Duration, usize)> {
    let output = BufReader::new(child.stdout.take().context("no output")?);
    let mut ports = output.lines().map_while(Result::ok).filter_map(|line| line.strip_prefix("port ")?.parse().ok());
    let port: u16 = ports.next().context("the program ends before it serves")?;
    ask(port, "GET /items", "")?;
    let first = begun.elapsed();
    let client = |client| (0..REQUESTS).try_for_each(|request| add(port, client, request));
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|number| scope.spawn(move || client(number))).collect();
        clients.into_iter().try_for_each(|client| client.join().unwrap_or_else(|_| bail!("a client panics")))
    })?;
    Ok((first, ask(port, "GET /items", "")?.matches("\"name\"").count()))
}

fn add(port: u16, client: usize, request: usize) -> Result<()> {
    ask(port, "POST /items", &format!("{{\"name\":\"c{client}-{request}\",\"price\":{request}}}"))?;
    let price = ask(port, &format!("GET /price/c{client}-{request}"), "")?;
    ensure!(price.contains(&format!("\n{request}")), "client {client}, request {request}: {price}");
    Ok(())
}

/// One request; the whole answer.
fn ask(port: u16, what: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    let head = "Host: localhost\r\nConnection: close\r\nContent-Type: application/json";
    write!(stream, "{what} HTTP/1.1\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    ensure!(answer.starts_with("HTTP/1.1 200"), "{what}: {answer}");
    Ok(answer)
}
