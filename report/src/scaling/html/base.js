"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const scaling = data.scaling, points = scaling.points;
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a900", "#8c564b", "#6a51a3", "#17a2a2"];
const GROUPS = Object.keys(data.labels);
const groupColor = group => COLORS[GROUPS.indexOf(group) % COLORS.length];

function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
const known = value => value && value.known !== undefined ? value.known : null;
const fixed = value => Math.abs(value) < 9.995 ? value.toFixed(2) : value.toFixed(1);
function within(point, pick) {
  const evaluation = point.evaluation, half = evaluation.intervals && known(pick(evaluation.intervals));
  return told(pick(evaluation)) + (half === null || half < 0.005 ? "" : ` ±${fixed(half)}`);
}
function told(value) {
  if (known(value) !== null) return fixed(known(value));
  return value && value.undefined !== undefined ? "undefined" : "not known";
}
const TIMES = ["elapsed", "cpu-time", "wall-time", "lock-time"];
function amount(metric, value) {
  const units = TIMES.includes(metric) ? [[1e9, " s"], [1e6, " ms"], [1e3, " µs"], [1, " ns"]] : [[1e9, " G"], [1e6, " M"], [1e3, " k"], [1, ""]];
  if (value === 0) return "0";
  const [unit, name] = units.find(([unit]) => Math.abs(value) >= unit) || units[units.length - 1];
  return fixed(value / unit) + name;
}
const percent = share => (share * 100).toFixed(1) + " %";
const threadsOf = number => number === 0 ? "sequential" : number + (number === 1 ? " thread" : " threads");
const method = of => (of.within ? of.method + " in " + of.within : of.method) + (of.before_method ? ", before " + of.before_method : "");
function table(caption, head, rows) {
  const body = rows.map(([name, ...cells]) => el("tr", {}, el("th", { scope: "row" }, name), ...cells.map(cell => el("td", {}, cell))));
  const heads = ["", ...head].map(text => el("th", { scope: "col" }, text));
  return el("div", { class: "scroll" }, el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...body)));
}
function possible(evaluation, groups) {
  const found = evaluation.possible.find(of => of.without.join() === groups.join());
  return found ? found.speedup : null;
}
function legend(entries) {
  const item = ([name, color, dash, hatch]) => el("li", {}, svg("svg", { viewBox: "0 0 28 14", "aria-hidden": "true" }, dash === null
    ? svg("rect", { width: 28, height: 14, fill: color, opacity: hatch ? 0.45 : 1 })
    : svg("line", { x1: 0, y1: 7, x2: 28, y2: 7, stroke: color, "stroke-width": 3, "stroke-dasharray": dash })), name);
  return el("ul", { class: "legend" }, ...entries.map(item));
}
