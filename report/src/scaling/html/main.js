function header() {
  document.getElementById("verdict").textContent = data.verdict;
  document.getElementById("doubts").append(...data.doubts.map(text => el("p", {}, text)));
  const machine = scaling.machine, of = [machine.processor, machine.processors ? machine.processors + " processors" : "", machine.jvm].filter(Boolean).join(", ");
  document.getElementById("programs").append("Sequential: ", el("code", {}, scaling.sequential), ". Parallel: ", el("code", {}, scaling.parallel), of ? `. ${of}.` : ".");
  document.getElementById("notes").append(...data.notes.map(text => el("li", {}, text)));
}
function shares(caption, methods) {
  return table(caption, ["of it"], methods.map(of => [el("code", {}, method(of)), percent(of.share)]));
}
function evidence(places) {
  const growth = (caption, methods) => table(caption, ["sequential", "parallel"], methods.map(of => [el("code", {}, method(of)), amount(places.metric, of.before), amount(places.metric, of.after)]));
  switch (places.kind) {
    case "methods": return [shares("Executing", places.innermost), shares("With what they call", places.inclusive)];
    case "growth": return [growth(`Executing (${data.metrics[places.metric]})`, places.innermost), growth("With what they call", places.inclusive)];
    case "threads": return [table(`Region ${places.region}`, [data.metrics[scaling.work_metric], "times the average"], [["busiest", places.busiest], ["least busy", places.idlest]].map(([name, of]) => [`${name}: ${of.names.join(", ") || "a thread without any"}`, amount(scaling.work_metric, of.cycles), fixed(of.of_mean)]))];
    case "locks": return [table("Locks", ["all threads wait", "of waits"], places.locks.map(of => [el("code", {}, `${of.lock} in ${of.method}`), amount("lock-time", of.wait_ns), percent(of.share)]))];
    case "waits": return [shares(`Where thread ${places.thread} waits, which lives longest`, places.methods)];
    default: return [el("p", {}, "Where is not known: nothing that was measured shows it.")];
  }
}
function places() {
  const list = document.getElementById("place-list"), shown = scaling.limits.filter(limit => limit.matters);
  if (!shown.length) list.append(el("p", {}, "No single limitation matters."));
  for (const limit of shown) {
    const gain = limit.gain == null ? "" : `, ${(limit.gain * 100).toFixed(0)} % faster`;
    list.append(el("article", { class: "place" }, el("h3", {}, `${data.labels[limit.group]}: without it ${told(limit.possible)}${gain}`), el("div", { class: "tables" }, ...evidence(limit.places))));
  }
}
function efficiencies() {
  const of = pick => points.map(point => within(point, pick));
  const spins = points.some(point => point.spinning_as_work), keys = ["instructions", "cpi", "work", ...(spins ? ["spinning"] : [])];
  const part = (name, pick) => keys.map(key => [`${name}: ${key === "cpi" ? "cycles per instruction" : key}`, ...of(e => pick(e)[key])]);
  const idle = points.some(point => known(point.evaluation.idle) !== null) ? [["time that is not idle", ...of(e => e.idle)]] : [];
  const rows = [["parallel fraction", ...of(e => e.parallel_fraction)], ...idle, ...part("sequential part", e => e.sequential)];
  scaling.regions.forEach((name, index) => rows.push(...part(name, e => e.regions[index]), [`${name}: load balance`, ...of(e => e.regions[index].load_balance)], [`${name}: lock contention`, ...of(e => e.regions[index].lock_contention)]));
  if (spins) scaling.regions.forEach((name, index) => [["work", of => of.work], ["load balance", of => of.load_balance]].forEach(([key, pick]) =>
    rows.push([`${name}: ${key}, with spinning as work`, ...points.map(point => point.spinning_as_work ? told(pick(point.spinning_as_work.regions[index])) : "")])));
  return table("Efficiency (1: no loss)", points.map(point => threadsOf(point.threads)), rows);
}
function runs() {
  const general = [scaling.baseline.general, ...points.map(point => point.general)];
  const count = (label, metric, key) => metric ? [[label || data.metrics[metric], ...general.map(of => of[key] ? amount(metric, of[key].mean) : "not known")]] : [];
  const beyond = ["simulated-second-misses", "simulated-third-misses", "simulated-fourth-misses"];
  const missed = (of, level) => { const found = (of.further_misses || [])[level]; return found ? amount(beyond[level], found.mean) : "not known"; };
  const further = beyond.flatMap((metric, level) => general.some(of => (of.further_misses || [])[level]) ? [[data.metrics[metric], ...general.map(of => missed(of, level))]] : []);
  const share = kind => ["share of the " + (kind === "jvm" ? "JVM" : kind), ...general.map(of => of.shares ? percent(of.shares[kind]) : "not known")];
  const elapsed = [scaling.baseline.elapsed_ns, ...points.map(point => point.elapsed_ns)].map(of => of ? amount("elapsed", of.mean) : "not known");
  const rows = [["elapsed time", ...elapsed], ...count("", scaling.work_metric, "cycles"), ...count("", scaling.instruction_metric, "instructions"), ...count("", scaling.miss_metric, "misses"), ...further, ["cycles per instruction", ...general.map(of => told(of.cpi))], ["clock [GHz]", ...general.map(of => of.frequency_ghz == null ? "not known" : fixed(of.frequency_ghz))], ...["collector", "compiler", "jvm"].map(share)];
  return table("Whole runs", ["sequential", ...points.map(point => threadsOf(point.threads))], rows);
}
function overheads() {
  const all = [scaling.baseline.overheads, ...points.map(point => point.overheads)], metrics = [...new Set(all.flat().map(of => of.metric))];
  const cell = (list, metric) => { const of = list.find(of => of.metric === metric); return of ? `${amount("elapsed", of.elapsed_ns.mean)}${of.factor == null ? "" : ` (${fixed(of.factor)}×)`}` : ""; };
  return table("Cost of profiling: elapsed time, and how often that without a profiler", ["sequential", ...points.map(point => threadsOf(point.threads))], metrics.map(metric => [data.metrics[metric], ...all.map(list => cell(list, metric))]));
}
function threadTable() {
  const point = points[points.length - 1], metric = scaling.work_metric;
  if (!point || !metric) return "";
  return table(`Threads (${data.metrics[metric]}), ${threadsOf(point.threads)}`, ["sequential", ...scaling.regions, "spinning"], point.threads_work.map(of => [of.names.join(", ") || "(no name)", ...[of.sequential, ...of.regions, of.spinning].map(value => amount(metric, value))]));
}
function traces() {
  const of = scaling.from_traces, point = points[points.length - 1];
  if (!of) return "";
  const limits = [scaling.limits, of.limits], groups = GROUPS.filter(group => limits.flat().some(limit => limit.group === group));
  const cell = (list, group) => { const found = list.find(limit => limit.group === group); return found ? told(found.possible) : ""; };
  const rows = groups.map(group => ["without " + data.labels[group], ...limits.map(list => cell(list, group))]);
  return table(`From traces alone, ${threadsOf(point.threads)}`, ["measured", "simulated"], [["calculated", told(point.evaluation.speedup), told(of.speedup)], ...rows]);
}
header();
if (points.length) {
  speedupChart(); stackChart(); places(); flatChart(); flames();
  document.getElementById("tables").append(efficiencies(), traces(), threadTable(), runs(), overheads());
}
