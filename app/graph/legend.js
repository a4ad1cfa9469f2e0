// What colours, shapes and lines mean, below the picture.
const SVG = "http://www.w3.org/2000/svg";
const SHAPE_PATHS = {
  dot: "M 7 1 A 6 6 0 1 1 6.99 1 Z",
  square: "M 2 2 H 12 V 12 H 2 Z",
  triangle: "M 7 1 L 13 12 H 1 Z",
  star: "M 7 0 L 9 5 L 14 5 L 10 8 L 12 14 L 7 10 L 2 14 L 4 8 L 0 5 L 5 5 Z",
  diamond: "M 7 0 L 13 7 L 7 14 L 1 7 Z",
  triangleDown: "M 7 13 L 13 2 H 1 Z",
  hexagon: "M 4 1 H 10 L 13 7 L 10 13 H 4 L 1 7 Z",
  box: "M 0 3 H 14 V 11 H 0 Z",
  cluster: "M 7 0 A 7 7 0 1 1 6.99 0 Z M 7 3 A 4 4 0 1 0 7.01 3 Z",
};

function svg(width, height, name, attributes) {
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("width", width);
  root.setAttribute("height", height);
  root.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, name);
  for (const [key, attribute] of Object.entries(attributes)) shape.setAttribute(key, attribute);
  root.append(shape);
  return root;
}

function legendEntry(picture, label) {
  const entry = document.createElement("span");
  entry.append(picture, document.createTextNode(label));
  return entry;
}

// A colour of nodes, with the letter that stands behind their names.
function swatch({ label, colour, mark }) {
  const dot = svg(14, 14, "circle", { cx: 7, cy: 7, r: 6, fill: colour });
  return legendEntry(dot, mark ? `${mark} ${label}` : label);
}

// How a line of each kind is drawn; those that share a style have their own once the legend is opened.
function lineStyles(legend, opened) {
  const inner = legend.flatMap((style) => style.holds.map((held) => [held.kind, opened ? held : style]));
  return new Map([...legend.map((style) => [style.kind, style]), ...inner]);
}

function lineSample({ colour, dark, dash }, isDark) {
  return svg(28, 8, "line", {
    x1: 0, x2: 28, y1: 4, y2: 4, stroke: isDark ? dark : colour, "stroke-width": 3,
    "stroke-dasharray": dash.length ? dash.join(" ") : "none",
  });
}

// A kind of lines with their number: a button where a view can hide them.
function lineEntry(style, view, help) {
  const entry = document.createElement(view ? "button" : "span");
  entry.append(lineSample(style, view?.isDark), document.createTextNode(`${style.label} ${style.count}`));
  if (!view) return entry;
  entry.type = "button";
  entry.dataset.kind = style.kind;
  if (style.holds.length) {
    entry.setAttribute("aria-expanded", "false");
    entry.title = style.holds.map(({ label }) => label).join(", ");
    entry.onclick = () => view.openLegend();
  } else {
    entry.setAttribute("aria-pressed", String(!view.closedKinds.has(style.kind)));
    entry.title = help;
    entry.onclick = () => view.toggleKind(style.kind);
  }
  return entry;
}

function drawLegend(element, data, view) {
  if (data.plain) return element.replaceChildren();
  const styles = view?.legendOpen ? data.legend.flatMap((style) => (style.holds.length ? style.holds : [style])) : data.legend;
  const lines = styles.map((style) => lineEntry(style, view, data.legendHelp));
  const shapes = data.shapes.map(({ label, shape }) =>
    legendEntry(svg(14, 14, "path", { d: SHAPE_PATHS[shape], fill: "currentColor", opacity: 0.65 }), label),
  );
  const focused = element.getRootNode().activeElement?.dataset?.kind;
  element.replaceChildren(...lines, ...(data.colours ?? []).map(swatch), ...shapes);
  if (focused) (element.querySelector(`[data-kind="${focused}"]`) ?? element.querySelector("button"))?.focus();
}
