//! The page of `scale` in a headless Chromium: it draws, and answers to keys, search and comparison. Nothing is checked without a browser.
#![allow(clippy::unwrap_used, clippy::panic)]

mod kmeans;

use paratrace_report::scaling;
use paratrace_scaling::{Settings, analyze};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};

const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Runs before the page's own scripts.
const BEFORE: &str =
    "<script>const errors = []; addEventListener('error', event => errors.push(event.message));</script>";

/// Uses the page as a person does, and writes down what it shows.
const AFTER: &str = r##"<script>
const frames = () => [...document.querySelectorAll("#flame [role=treeitem]")];
const text = id => document.getElementById(id).textContent;
const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const set = (id, value, event) => { document.getElementById(id).value = value; document.getElementById(id).dispatchEvent(new Event(event)); };
const seen = { charts: [...document.querySelectorAll(".chart")].filter(chart => chart.querySelector("svg")).length, verdict: text("verdict"), all: frames().length };
frames()[0].focus();
seen.root = document.activeElement.textContent;
press("ArrowDown"); press("ArrowDown");
seen.below = document.activeElement.textContent;
document.activeElement.click();
seen.enlarged = frames().filter(frame => frame.style.width === "100%").length;
press("Escape");
seen.again = frames().length;
set("flame-search", "tally", "input");
seen.found = frames().filter(frame => frame.classList.contains("found")).map(frame => frame.textContent);
seen.matches = text("flame-status");
set("flame-search", "", "input");
set("flame-base", document.getElementById("flame-run").options[0].value, "change");
seen.compared = frames().filter(frame => frame.style.background.includes("--")).length;
seen.lacks = text("flame-status");
document.getElementById("flame-swap").click();
seen.swapped = [document.getElementById("flame-run").selectedIndex, document.getElementById("flame-base").value !== "", frames().map(frame => frame.textContent).join()];
const colours = () => getComputedStyle(document.body).backgroundColor;
seen.dark = matchMedia("(prefers-color-scheme: dark)").matches;
seen.background = colours();
seen.errors = errors;
document.body.append(Object.assign(document.createElement("pre"), { id: "seen", textContent: JSON.stringify(seen) }));
</script>"##;

fn browser() -> Option<&'static str> {
    let starts =
        |name: &&str| Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    BROWSERS.into_iter().find(starts)
}

/// What the page shows; `options` are the browser's.
fn seen(browser: &str, options: &[&str]) -> Value {
    let measured = kmeans::measured();
    let page = scaling::html(&measured, &analyze(&measured, &Settings::default()).unwrap()).unwrap();
    let page = page.replacen("<head>", &format!("<head>{BEFORE}"), 1);
    let page = page.replacen("</body>", &format!("{AFTER}</body>"), 1);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("page.html");
    fs::write(&file, page).unwrap();
    let profile = format!("--user-data-dir={}", dir.path().join("profile").display());
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,900", "--dump-dom", &profile])
        .args(options)
        .arg(format!("file://{}", file.display()))
        .stderr(Stdio::null())
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    let (_, seen) = shown.split_once(r#"<pre id="seen">"#).unwrap_or_else(|| panic!("no result in: {shown}"));
    let (seen, _) = seen.split_once("</pre>").unwrap();
    serde_json::from_str(&seen.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")).unwrap()
}

#[test]
fn the_page_is_used_with_keys_search_and_comparison() {
    let Some(browser) = browser() else {
        eprintln!("no Chromium: the page is not checked");
        return;
    };
    let seen = seen(browser, &[]);
    assert_eq!(seen["errors"], Value::Array(Vec::new()), "{seen}");
    assert_eq!(seen["charts"], 3, "{seen}");
    assert!(seen["verdict"].as_str().unwrap().starts_with("On "), "{seen}");
    assert!(seen["all"].as_u64() > Some(5) && seen["all"] == seen["again"], "{seen}");
    assert!(seen["root"] != seen["below"] && seen["enlarged"].as_u64() >= Some(2), "{seen}");
    let found = seen["found"].as_array().unwrap();
    assert!(!found.is_empty() && found.iter().all(|name| name.as_str().unwrap().contains("tally")), "{seen}");
    assert!(seen["matches"].as_str().unwrap().starts_with("What matches has"), "{seen}");
    assert!(seen["compared"].as_u64() > Some(0), "{seen}");
    // The sequential version assigns in a method that the parallel one does not have.
    assert!(seen["lacks"].as_str().unwrap().contains("in frames that are not here"), "{seen}");
    assert_eq!((&seen["swapped"][0], &seen["swapped"][1]), (&0.into(), &true.into()), "{seen}");
    assert!(seen["swapped"][2].as_str().unwrap().contains("demo.KMeans.assign"), "{seen}");
}

#[test]
fn the_page_is_light_or_dark() {
    let Some(browser) = browser() else {
        eprintln!("no Chromium: the page is not checked");
        return;
    };
    let (light, dark) = (seen(browser, &[]), seen(browser, &["--blink-settings=preferredColorScheme=0"]));
    assert_eq!((&light["dark"], &dark["dark"]), (&false.into(), &true.into()), "{dark}");
    assert_ne!(light["background"], dark["background"]);
}
