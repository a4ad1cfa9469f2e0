// The picture as SVG: every node, line and name where it stands, in the page's colours.
const DRAWN_SHAPES = {
  dot: (size) => ["circle", { r: size }],
  square: (size) => ["rect", { x: -size, y: -size, width: 2 * size, height: 2 * size }],
  diamond: (size) => ["polygon", { points: corners(4, 1.2 * size, 0) }],
  triangle: (size) => ["polygon", { points: corners(3, 1.15 * size, 0) }],
  triangleDown: (size) => ["polygon", { points: corners(3, 1.15 * size, Math.PI) }],
  hexagon: (size) => ["polygon", { points: corners(6, size, Math.PI / 6) }],
  star: (size) => ["polygon", { points: corners(10, 1.3 * size, 0, 0.5) }],
};

// Corners of a regular polygon, the first on top; of a star where every other one is nearer (`inner` of the radius).
function corners(count, radius, turned, inner = 1) {
  return Array.from({ length: count }, (_, number) => {
    const angle = turned + (2 * Math.PI * number) / count;
    const away = number % 2 ? inner * radius : radius;
    return `${round(away * Math.sin(angle))},${round(-away * Math.cos(angle))}`;
  }).join(" ");
}

function round(number) {
  return Math.round(number * 10) / 10;
}

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  if (text) made.textContent = text; // text stays text
  return made;
}

function svgEdge(edge, places, sizes) {
  const [from, to] = [places[edge.from], places[edge.to]];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [alongX, alongY] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const bend = edge.smooth?.roundness ? 0.5 * edge.smooth.roundness * length : 0;
  const middle = { x: (from.x + to.x) / 2 - bend * alongY, y: (from.y + to.y) / 2 + bend * alongX };
  const end = { x: to.x - alongX * sizes[edge.to], y: to.y - alongY * sizes[edge.to] };
  const colour = edge.color?.color ?? edge.color;
  const group = element("g", { stroke: colour, fill: "none", opacity: edge.color?.opacity });
  const line = `M ${round(from.x)} ${round(from.y)} Q ${round(middle.x)} ${round(middle.y)} ${round(end.x)} ${round(end.y)}`;
  const dash = Array.isArray(edge.dashes) ? edge.dashes.join(" ") : undefined;
  group.append(element("path", { d: line, "stroke-width": round(edge.width), "stroke-dasharray": dash }));
  if (edge.arrows === "to") {
    const [toX, toY] = [end.x - middle.x, end.y - middle.y];
    const turned = (Math.atan2(toY, toX) * 180) / Math.PI;
    const place = `translate(${round(end.x)} ${round(end.y)}) rotate(${round(turned)})`;
    group.append(element("path", { d: "M 0 0 L -8 -3.5 L -8 3.5 Z", fill: colour, stroke: "none", transform: place }));
  }
  group.append(element("title", {}, edge.title));
  return group;
}

function svgNode(node, place, css) {
  const group = element("g", { opacity: node.opacity, transform: `translate(${round(place.x)} ${round(place.y)})` });
  const [name, attributes] = (DRAWN_SHAPES[node.shape] ?? DRAWN_SHAPES.dot)(node.size);
  const dashes = node.shapeProperties?.borderDashes;
  group.append(
    element("title", {}, node.title),
    element(name, {
      ...attributes,
      fill: node.color?.background ?? node.color,
      stroke: node.color?.border ?? css.text,
      "stroke-width": node.borderWidth ?? 1,
      "stroke-dasharray": Array.isArray(dashes) ? dashes.join(" ") : undefined,
    }),
    element("text", {
      y: round(node.size + 14), "text-anchor": "middle", "font-size": 12, fill: css.text, stroke: css.background,
      "stroke-width": 3, "paint-order": "stroke", "font-weight": node.borderWidth > 1 ? "bold" : undefined,
    }, node.label),
  );
  return group;
}

function drawnAsSvg(view) {
  const style = getComputedStyle(view.canvas);
  const value = (name) => style.getPropertyValue(name).trim();
  const css = { text: value("--st-text-color"), background: value("--st-background-color") };
  const places = view.network.getPositions();
  const sizes = Object.fromEntries(view.data.nodes.map(({ id, size }) => [id, size + 2]));
  const [xs, ys] = ["x", "y"].map((axis) => Object.values(places).map((place) => place[axis]));
  const [left, top] = [Math.min(...xs) - 90, Math.min(...ys) - 60];
  const [width, height] = [Math.max(...xs) - left + 90, Math.max(...ys) - top + 60];
  const box = [left, top, width, height].map(round);
  const asDrawn = (kind) =>
    view.data[kind].map((item) => ({ ...item, ...view.looks[kind].get(item.id) })).filter(({ hidden }) => !hidden);
  const root = element("svg", {
    xmlns: SVG, viewBox: box.join(" "), width: round(width), height: round(height), "font-family": value("--st-font"),
  });
  root.append(
    element("title", {}, view.data.description),
    element("rect", { x: box[0], y: box[1], width: box[2], height: box[3], fill: css.background }),
    ...(view.data.outline ?? []).map((polygon) =>
      element("polygon", { points: polygon.map((point) => point.join(",")).join(" "), fill: value("--guanxi-land") }),
    ),
    ...asDrawn("edges").map((edge) => svgEdge(edge, places, sizes)),
    ...asDrawn("nodes").map((node) => svgNode(node, places[node.id], css)),
  );
  return new XMLSerializer().serializeToString(root);
}
