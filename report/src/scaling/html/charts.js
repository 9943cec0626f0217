const WIDE = 760, HIGH = 400, LEFT = 68, BOTTOM = 44, TOP = 30;
const inner = { width: WIDE - LEFT - 20, height: HIGH - BOTTOM - TOP };
function steps(most) {
  const raw = most / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(by => by * power).find(step => step >= raw);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
}
function frame(most, label, yLabel, ticks) {
  const root = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label });
  const y = value => TOP + inner.height * (1 - value / most);
  for (const step of steps(most)) {
    root.append(svg("line", { class: "grid", x1: LEFT, x2: WIDE - 20, y1: y(step), y2: y(step) }));
    root.append(svg("text", { class: "faint", x: LEFT - 8, y: y(step) + 4, "text-anchor": "end" }, ticks(step)));
  }
  root.append(svg("text", { class: "faint", x: 4, y: 12 }, yLabel));
  return { root, y };
}
function speedupLines() {
  const groups = scaling.limits.map(limit => limit.group);
  const lines = [["ideal", "var(--faint)", "2 4", point => point.threads],
    ...groups.map(group => ["without " + data.labels[group], groupColor(group), "none", point => known(possible(point.evaluation, [group]))]),
    ["calculated", "var(--text)", "7 4", point => known(point.evaluation.speedup)],
    ["real", "var(--text)", "none", point => point.real ? point.real.mean : null]];
  return lines.filter(([, , , of]) => points.some(point => of(point) !== null));
}
function speedupChart() {
  const place = document.getElementById("speedup-chart"), lines = speedupLines();
  const most = Math.max(1, ...points.flatMap(point => lines.map(([, , , of]) => of(point) || 0)));
  const { root, y } = frame(most, "Speed-up by number of threads", "speed-up", fixed);
  const last = points[points.length - 1].threads, first = points[0].threads;
  const x = threads => LEFT + (first === last ? inner.width / 2 : 20 + (inner.width - 40) * (threads - first) / (last - first));
  for (const point of points) root.append(svg("text", { class: "faint", x: x(point.threads), y: HIGH - 22, "text-anchor": "middle" }, String(point.threads)));
  root.append(svg("text", { class: "faint", x: LEFT + inner.width / 2, y: HIGH - 4, "text-anchor": "middle" }, "threads"));
  for (const [name, color, dash, of] of lines) {
    const seen = points.filter(point => of(point) !== null);
    const path = seen.map((point, index) => `${index ? "L" : "M"}${x(point.threads)} ${y(of(point))}`).join("");
    root.append(svg("path", { d: path, fill: "none", stroke: color, "stroke-width": name === "real" ? 4 : 2.5, "stroke-dasharray": dash }));
    for (const point of seen) {
      root.append(svg("circle", { cx: x(point.threads), cy: y(of(point)), r: name === "real" ? 5 : 3.5, fill: color }, svg("title", {}, `${name}, ${threadsOf(point.threads)}: ${fixed(of(point))}`)));
      const half = name === "real" && point.real.half_width;
      if (half) root.append(svg("line", { x1: x(point.threads), x2: x(point.threads), y1: y(Math.max(0, of(point) - half)), y2: y(Math.min(most, of(point) + half)), stroke: color, "stroke-width": 1.5 }));
    }
  }
  place.append(root, legend([...lines].reverse()));
  const rows = [["real", ...points.map(point => point.real ? fixed(point.real.mean) + (point.real.half_width ? " ±" + fixed(point.real.half_width) : "") : "not known")],
    ["calculated", ...points.map(point => within(point, evaluation => evaluation.speedup))],
    ["calculated is off by", ...points.map(point => point.error == null ? "" : percent(point.error))],
    ...points[points.length - 1].evaluation.possible.map(of => ["without " + of.without.map(group => data.labels[group]).join(", "), ...points.map(point => within(point, evaluation => possible(evaluation, of.without)))])];
  document.getElementById("speedup-table").append(table("", points.map(point => threadsOf(point.threads)), rows));
}
function bars(place, label, yLabel, columns, ticks) {
  const most = Math.max(1e-9, ...columns.map(column => column.pieces.reduce((sum, piece) => sum + Math.max(0, piece.size), 0)));
  const { root, y } = frame(most, label, yLabel, ticks);
  const width = inner.width / columns.length, bar = Math.min(90, width * 0.6);
  root.prepend(svg("defs", {}, svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("rect", { width: 3, height: 6, fill: "var(--back)", opacity: 0.55 }))));
  columns.forEach((column, index) => {
    const x = LEFT + width * (index + 0.5) - bar / 2;
    let below = 0;
    for (const piece of column.pieces) {
      if (piece.size <= 0) continue;
      const box = { x, width: bar, y: y(below + piece.size), height: Math.max(0, y(below) - y(below + piece.size)) };
      root.append(svg("rect", { ...box, fill: piece.color }, svg("title", {}, piece.title)));
      if (piece.hatch) root.append(svg("rect", { ...box, fill: "url(#hatch)" }, svg("title", {}, piece.title)));
      below += piece.size;
    }
    root.append(svg("text", { class: "faint", x: x + bar / 2, y: HIGH - 22, "text-anchor": "middle" }, column.name));
  });
  place.append(root);
}
function stackChart() {
  const place = document.getElementById("stack-chart"), stacked = points.filter(point => point.evaluation.stack);
  if (!stacked.length) { place.append(el("p", {}, "Not known: some speed-up has no value.")); return; }
  const columns = stacked.map(point => {
    const { speedup, losses } = point.evaluation.stack;
    const piece = (name, size, color) => ({ size, color, title: `${name}: ${fixed(size)}` });
    return { name: threadsOf(point.threads), pieces: [piece("speed-up", speedup, "var(--text)"), ...losses.map(of => piece(data.labels[of.group], of.loss, groupColor(of.group)))] };
  });
  bars(place, "Speed-up and losses by number of threads", "speed-up", columns, fixed);
  const side = el("div", {}, legend([["speed-up", "var(--text)", null], ...stacked[stacked.length - 1].evaluation.stack.losses.map(of => [data.labels[of.group], groupColor(of.group), null])]));
  const helps = stacked.flatMap(point => point.evaluation.stack.losses.filter(of => of.loss < -0.005).map(of => `${threadsOf(point.threads)}: ${data.labels[of.group]} ${fixed(of.loss)}`));
  if (helps.length) side.append(el("p", { class: "hint" }, "Below 0, which helps and is not drawn: " + helps.join("; ") + "."));
  place.append(side);
}
function flatChart() {
  const place = document.getElementById("flat-chart"), flat = scaling.flat_profile, methods = flat.methods.slice(0, 10);
  if (!methods.length) { place.append(el("p", {}, "Not known: neither cycles nor time on a processor was measured.")); return; }
  const all = [...methods.map((of, index) => [of, COLORS[index]])];
  const rest = index => [...flat.methods.slice(10), flat.others].reduce((sum, of) => sum + (of.sequential[index] || 0) + (of.parallel[index] || 0), 0);
  const columns = flat.threads.map((threads, index) => ({ name: threadsOf(threads), pieces: [
    ...["sequential", "parallel"].flatMap(part => all.map(([of, color]) => ({ size: of[part][index], color, hatch: part === "parallel", title: `${of.method}, ${part}: ${amount(scaling.work_metric, of[part][index])}` }))),
    { size: rest(index), color: "var(--line)", title: `others: ${amount(scaling.work_metric, rest(index))}` }] }));
  bars(place, "Innermost methods of the busiest thread", data.metrics[scaling.work_metric], columns, value => amount(scaling.work_metric, value));
  const last = flat.threads.length - 1;
  const order = [...all].sort(([a], [b]) => b.sequential[last] + b.parallel[last] - a.sequential[last] - a.parallel[last]);
  place.append(legend([...order.map(([of, color]) => [of.method, color, null]), ["others", "var(--line)", null]]));
}
