const flame = { box: document.getElementById("flame"), root: null, zoom: null, nodes: new Map() };
const choose = id => document.getElementById("flame-" + id);
const profiles = data.profiles.profiles;
const runName = run => run.version === "sequential" ? "sequential" : threadsOf(run.threads);
const partsOf = run => run.version === "sequential" ? data.profiles.sequential_parts : data.profiles.parallel_parts;
function options(select, entries) {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, text]) => el("option", { value }, text)));
  if (entries.some(([value]) => value === before)) select.value = before;
}
const node = (name, kind, parent) => ({ name, kind, parent, total: 0, own: 0, before: 0, children: new Map() });
function child(parent, name, kind) {
  if (!parent.children.has(name)) parent.children.set(name, node(name, kind, parent));
  return parent.children.get(name);
}
/* Sums a run into the tree, as what is shown or as what that is compared with. Threads have other names in other runs: they are not compared. */
function fill(root, run, part, byThread, key) {
  const parts = partsOf(run);
  for (const thread of run.by_thread) for (const [stack, value] of thread.samples) {
    const of = parts[stack];
    if (part === "parallel" ? of === 0 : part !== "all" && of !== Number(part)) continue;
    const path = [root];
    if (byThread) path.push(child(root, thread.name || "(no name)", "thread"));
    for (const index of data.profiles.stacks[stack]) path.push(child(path[path.length - 1], data.profiles.frames[index], of ? "parallel" : "frame"));
    for (const at of path) at[key] += value;
    if (key === "total") path[path.length - 1].own += value;
  }
}
function chosen(id) { return profiles[Number(choose(id).value)]; }
function rebuild() {
  const run = chosen("run"), base = choose("base").value === "" ? null : chosen("base"), part = choose("part").value;
  flame.root = node(run ? runName(run) : "nothing", "root", null);
  flame.base = base;
  choose("threads").disabled = base !== null;
  if (run) fill(flame.root, run, part, choose("threads").checked && !base, "total");
  if (base) fill(flame.root, base, part, false, "before");
  flame.zoom = flame.root;
  draw();
}
function color(of) {
  if (!flame.base || !flame.root.total) return "";
  const change = (of.total - of.before) / Math.max(flame.root.total, flame.root.before);
  const strength = Math.min(0.9, Math.abs(change) * 4 + (Math.abs(change) > 1e-4 ? 0.12 : 0));
  return `rgb(var(${change >= 0 ? "--more" : "--less"}) / ${strength.toFixed(2)})`;
}
function describe(of) {
  const metric = chosen("run").metric, share = flame.root.total ? of.total / flame.root.total : 0;
  const compared = flame.base ? `, in ${runName(flame.base)} ${amount(metric, of.before)}` : "";
  return `${of.name}: ${amount(metric, of.total)} ${data.metrics[metric]}, ${percent(share)}, ${amount(metric, of.own)} in itself${compared}`;
}
/* What the compared run has in frames that this one lacks, which have no width here. */
function lacking(of) {
  if (!of.total) return of.before;
  return [...of.children.values()].reduce((sum, next) => sum + lacking(next), 0);
}
function lacks() {
  const sum = flame.base ? lacking(flame.zoom) : 0;
  return sum ? ` ${runName(flame.base)} has ${amount(chosen("run").metric, sum)} in frames that are not here: "Swap" shows them.` : "";
}
function swap() {
  const run = choose("run"), base = choose("base");
  if (base.value !== "") { [run.value, base.value] = [base.value, run.value]; rebuild(); }
}
function draw() {
  const wanted = choose("search").value.toLowerCase();
  const found = name => wanted && name.toLowerCase().includes(wanted);
  const path = []; for (let at = flame.zoom; at; at = at.parent) path.unshift(at);
  flame.nodes.clear();
  let depth = 0; const buttons = [];
  const place = (of, left, width, level) => {
    if (width < 0.0008) return;
    depth = Math.max(depth, level + 1);
    const mark = found(of.name) ? " found" : wanted ? " dim" : "";
    const button = el("button", { type: "button", class: of.kind + mark, tabindex: of === flame.zoom ? 0 : -1, role: "treeitem", "aria-level": level + 1, title: describe(of), style: `left:${left * 100}%;width:${width * 100}%;top:${level * 20}px;${mark === " found" || of.kind === "root" ? "" : (c => c ? `background:${c};color:var(--text)` : "")(color(of))}` }, of.name);
    flame.nodes.set(button, of); of.button = button; buttons.push(button);
    if (level < path.length - 1) return;
    let at = left;
    for (const next of [...of.children.values()].sort((a, b) => a.name < b.name ? -1 : 1)) {
      const share = of.total ? width * next.total / of.total : 0;
      if (next.total > 0) place(next, at, share, level + 1);
      at += share;
    }
  };
  path.slice(0, -1).forEach((of, level) => place(of, 0, 1, level));
  place(flame.zoom, 0, 1, path.length - 1);
  flame.box.replaceChildren(...buttons);
  flame.box.style.height = Math.max(1, depth) * 20 + "px";
  status(wanted ? searched(found) : flame.root.total ? describe(flame.zoom) + lacks() : "Nothing was sampled here.");
}
function searched(found) {
  let sum = 0;
  const walk = of => { if (found(of.name)) sum += of.total; else for (const next of of.children.values()) walk(next); };
  walk(flame.zoom);
  return `What matches has ${amount(chosen("run").metric, sum)}, ${percent(flame.zoom.total ? sum / flame.zoom.total : 0)} of what is shown.`;
}
function status(text) { choose("status").textContent = text; }
function focus(of) { if (of && of.button && of.button.isConnected) { for (const button of flame.nodes.keys()) button.tabIndex = -1; of.button.tabIndex = 0; of.button.focus(); } }
function zoom(of) { flame.zoom = of; draw(); focus(of); }
function move(of, key) {
  const shown = of => [...of.children.values()].filter(next => next.button && next.button.isConnected).sort((a, b) => a.name < b.name ? -1 : 1);
  if (key === "ArrowUp") return of.parent;
  if (key === "ArrowDown") return shown(of)[0];
  const siblings = of.parent ? shown(of.parent) : [of];
  return siblings[siblings.indexOf(of) + (key === "ArrowRight" ? 1 : -1)];
}
function metricChosen() {
  const metric = choose("metric").value;
  const runs = profiles.map((run, index) => [String(index), run]).filter(([, run]) => run.metric === metric);
  runs.sort(([, a], [, b]) => (a.version === "parallel") - (b.version === "parallel") || a.threads - b.threads);
  const names = runs.map(([index, run]) => [index, runName(run)]);
  const text = choose("run").selectedOptions[0], base = choose("base").selectedOptions[0];
  options(choose("run"), names); options(choose("base"), [["", "nothing"], ...names]);
  const same = (of, otherwise) => { const found = of && names.find(([, name]) => name === of.textContent); return found ? found[0] : otherwise; };
  choose("run").value = same(text, names.length ? names[names.length - 1][0] : "");
  choose("base").value = same(base, "");
  rebuild();
}
function flames() {
  const metrics = [...new Set(profiles.map(run => run.metric))];
  if (!metrics.length) { status("No samples."); return; }
  const first = metrics.includes(scaling.work_metric) ? scaling.work_metric : metrics[0];
  options(choose("metric"), metrics.map(metric => [metric, data.metrics[metric]])); choose("metric").value = first;
  options(choose("part"), [["all", "all"], ["0", "sequential part"], ["parallel", "all regions"], ...scaling.regions.map((name, index) => [String(index + 1), "region " + name])]);
  choose("metric").addEventListener("change", metricChosen);
  for (const id of ["run", "part", "base", "threads"]) choose(id).addEventListener("change", rebuild);
  choose("search").addEventListener("input", draw);
  choose("swap").addEventListener("click", swap);
  choose("reset").addEventListener("click", () => { choose("search").value = ""; zoom(flame.root); });
  flame.box.addEventListener("click", event => { const of = flame.nodes.get(event.target); if (of) zoom(of); });
  const show = event => { const of = flame.nodes.get(event.target); if (of) status(describe(of)); };
  flame.box.addEventListener("mouseover", show); flame.box.addEventListener("focusin", show);
  flame.box.addEventListener("keydown", event => {
    const of = flame.nodes.get(event.target);
    if (!of) return;
    if (event.key === "Escape") zoom(flame.root);
    else if (event.key.startsWith("Arrow")) focus(move(of, event.key));
    else return;
    event.preventDefault();
  });
  metricChosen();
}
