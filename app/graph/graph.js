// Draws data with vis-network. Every text is set as text; nothing from data becomes HTML.
const positions = (globalThis.guanxiGraphPositions ??= new Map()); // survive reruns, remounts and theme switches
const views = new WeakMap();
const SVG = "http://www.w3.org/2000/svg";
const DOUBLE_CLICK_MS = 260;
const LABEL_PIXELS = 12;
const LABEL_GAP = 3;

const SHAPE_PATHS = {
  dot: "M 7 1 A 6 6 0 1 1 6.99 1 Z",
  square: "M 2 2 H 12 V 12 H 2 Z",
  triangle: "M 7 1 L 13 12 H 1 Z",
  star: "M 7 0 L 9 5 L 14 5 L 10 8 L 12 14 L 7 10 L 2 14 L 4 8 L 0 5 L 5 5 Z",
  diamond: "M 7 0 L 13 7 L 7 14 L 1 7 Z",
  triangleDown: "M 7 13 L 13 2 H 1 Z",
  hexagon: "M 4 1 H 10 L 13 7 L 10 13 H 4 L 1 7 Z",
  box: "M 0 3 H 14 V 11 H 0 Z",
};

async function library() {
  for (let tries = 0; tries < 400; tries += 1) {
    if (globalThis.vis?.Network) return globalThis.vis;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("vis-network did not load");
}

function themeOf(element) {
  const css = getComputedStyle(element);
  return css.getPropertyValue("--st-text-color") + css.getPropertyValue("--st-background-color");
}

function themed(element, options) {
  const css = getComputedStyle(element);
  const value = (name) => css.getPropertyValue(name).trim();
  const font = {
    color: value("--st-text-color"),
    strokeColor: value("--st-background-color"),
    strokeWidth: 3,
    face: value("--st-font") || "sans-serif",
  };
  const result = structuredClone(options);
  result.edges = { ...(result.edges ?? {}), font: { ...(result.edges?.font ?? {}), ...font, size: 11 } };
  return result;
}

// What vis draws of a node: all but its label.
function unlabelled({ label, ...node }) {
  return node;
}

// Where a label of this size may stand beside a node: below, above, to the right, to the left. Boxes in pixels.
function placesFor({ x, y }, radius, width) {
  const [away, half] = [radius + LABEL_GAP, LABEL_PIXELS / 2];
  return [
    { x: x - width / 2, y: y + away },
    { x: x - width / 2, y: y - away - LABEL_PIXELS },
    { x: x + away, y: y - half },
    { x: x - away - width, y: y - half },
  ].map((corner) => ({ ...corner, width, height: LABEL_PIXELS }));
}

function overlap(one, other) {
  return (
    one.x < other.x + other.width && other.x < one.x + one.width &&
    one.y < other.y + other.height && other.y < one.y + one.height
  );
}

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

function drawLegend(element, data) {
  const lines = data.legend.map(({ label, colour, dash }) =>
    legendEntry(
      svg(34, 8, "line", {
        x1: 0, x2: 34, y1: 4, y2: 4, stroke: colour, "stroke-width": 3,
        "stroke-dasharray": dash.length ? dash.join(" ") : "none",
      }),
      label,
    ),
  );
  const shapes = data.shapes.map(({ label, shape }) =>
    legendEntry(svg(14, 14, "path", { d: SHAPE_PATHS[shape], fill: "currentColor", opacity: 0.65 }), label),
  );
  element.replaceChildren(...shapes, ...lines);
}

class GraphView {
  constructor(canvas) {
    this.canvas = canvas;
    this.closed = false;
  }

  // Take new data: create the network, patch it, or only follow the theme and the selection.
  update(vis, data, send) {
    this.send = send;
    const changed = this.data?.signature !== data.signature;
    const moved = this.data?.memory !== data.memory;
    const selectedAnew = this.data?.selected !== data.selected;
    const theme = themeOf(this.canvas);
    const themedAnew = this.theme !== theme;
    this.data = data;
    this.theme = theme;
    if (!this.network || moved) this.create(vis);
    else if (changed) this.patch();
    else if (themedAnew) this.follow();
    else if (!selectedAnew) return; // every rerun of the page comes by here: it must cost nothing
    this.showSelection();
  }

  create(vis) {
    this.network?.destroy();
    const { data } = this;
    const remembered = positions.get(data.memory) ?? {};
    const options = themed(this.canvas, data.options);
    const known = data.nodes.length > 0 && data.nodes.every((node) => remembered[node.id]);
    if (known) options.physics = false;
    this.nodes = new vis.DataSet(data.nodes.map((node) => ({ ...unlabelled(node), ...(remembered[node.id] ?? {}) })));
    this.edges = new vis.DataSet(data.edges);
    this.network = new vis.Network(this.canvas, { nodes: this.nodes, edges: this.edges }, options);
    this.listen();
    this.fitWhenShown();
    if (known) {
      this.settle();
    } else {
      this.network.once("stabilizationIterationsDone", () => this.settle());
    }
  }

  // Known nodes stay where they are while new ones find their place.
  patch() {
    const { data } = this;
    const current = this.network.getPositions();
    const keepNodes = new Set(data.nodes.map((node) => node.id));
    const keepEdges = new Set(data.edges.map((edge) => edge.id));
    this.edges.remove(this.edges.getIds().filter((id) => !keepEdges.has(id)));
    this.nodes.remove(this.nodes.getIds().filter((id) => !keepNodes.has(id)));
    const fresh = data.nodes.filter((node) => !current[node.id]);
    this.nodes.update(
      data.nodes.map((node) => ({
        ...unlabelled(node), ...(current[node.id] ?? {}), fixed: Boolean(current[node.id]),
      })),
    );
    this.edges.update(data.edges);
    const done = () => {
      this.nodes.update(data.nodes.map((node) => ({ id: node.id, fixed: false })));
      this.settle();
    };
    if (fresh.length === 0) {
      done();
      return;
    }
    const options = themed(this.canvas, data.options);
    this.network.setOptions({ physics: { ...options.physics, enabled: true } });
    this.network.once("stabilizationIterationsDone", done);
    this.network.stabilize(150);
  }

  follow() {
    const { physics, layout, ...rest } = themed(this.canvas, this.data.options);
    this.network.setOptions(rest);
  }

  // Nothing moves from here on.
  settle() {
    this.network.setOptions({ physics: false });
    this.fit();
    this.remember();
    this.canvas.dataset.ready = this.data.signature;
  }

  // Room for the labels, which vis leaves out of its own sum.
  fit() {
    this.network.fit({ animation: false });
    this.network.moveTo({ scale: 0.9 * this.network.getScale() });
  }

  // Labels keep their size at every zoom and never cover a node or one another: what finds no room is left out until
  // there is some. Centres and the selected node come first, then the others in the order of the data, strongest first.
  drawLabels(context) {
    const css = getComputedStyle(this.canvas);
    const face = css.getPropertyValue("--st-font").trim() || "sans-serif";
    const scale = this.network.getScale();
    const positions = this.network.getPositions();
    const spots = this.data.nodes.filter(({ id }) => positions[id]).map(({ id, label, size, borderWidth }) => {
      const first = borderWidth > 1 || id === this.data.selected;
      return { id, label, first, ...this.network.canvasToDOM(positions[id]), radius: size * scale };
    });
    const nodes = spots.map(({ id, x, y, radius }) => ({
      id, x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius,
    }));
    const inside = ({ x, y, width, height }) =>
      x >= 0 && y >= 0 && x + width <= this.canvas.clientWidth && y + height <= this.canvas.clientHeight;
    this.labels = [];
    context.save();
    context.lineJoin = "round";
    context.textBaseline = "top";
    context.strokeStyle = css.getPropertyValue("--st-background-color").trim();
    context.fillStyle = css.getPropertyValue("--st-text-color").trim();
    context.lineWidth = 3 / scale;
    for (const spot of [...spots.filter(({ first }) => first), ...spots.filter(({ first }) => !first)]) {
      context.font = `${spot.first ? "bold " : ""}${LABEL_PIXELS / scale}px ${face}`;
      const width = context.measureText(spot.label).width * scale;
      const free = (box) =>
        inside(box) &&
        !this.labels.some((label) => overlap(box, label)) &&
        !nodes.some((node) => node.id !== spot.id && overlap(box, node));
      const places = placesFor(spot, spot.radius, width);
      const box = places.find(free) ?? (spot.first ? places[0] : undefined);
      if (!box) continue;
      this.labels.push({ id: spot.id, ...box });
      const corner = this.network.DOMtoCanvas(box);
      context.strokeText(spot.label, corner.x, corner.y);
      context.fillText(spot.label, corner.x, corner.y);
    }
    context.restore();
  }

  remember() {
    positions.set(this.data.memory, this.network.getPositions());
  }

  listen() {
    let pending;
    this.network.on("click", ({ nodes }) => {
      clearTimeout(pending);
      if (nodes.length) pending = setTimeout(() => this.send("select", nodes[0]), DOUBLE_CLICK_MS);
      else this.showSelection();
    });
    this.network.on("doubleClick", ({ nodes }) => {
      clearTimeout(pending);
      if (nodes.length) this.send("expand", nodes[0]);
    });
    this.network.on("dragEnd", () => this.remember());
    this.network.on("afterDrawing", (context) => this.drawLabels(context));
    this.canvas.addEventListener("mouseleave", () => {
      const tooltip = this.canvas.querySelector(".vis-tooltip");
      if (tooltip) tooltip.style.visibility = "hidden"; // vis leaves it open
    });
  }

  // Mounted inside something hidden, the canvas has no size until it is shown.
  fitWhenShown() {
    this.observer?.disconnect();
    let width = this.canvas.clientWidth;
    this.observer = new ResizeObserver(() => {
      if (this.canvas.clientWidth > 0 && this.canvas.clientWidth !== width) {
        width = this.canvas.clientWidth;
        this.network.redraw();
        this.fit();
      }
    });
    this.observer.observe(this.canvas);
  }

  showSelection() {
    this.network.unselectAll();
    const id = this.data.selected;
    if (id && this.nodes.get(id)) this.network.selectNodes([id]);
  }

  // Page coordinates of a node, for whoever points at it.
  pointOf(id) {
    const box = this.canvas.getBoundingClientRect();
    const point = this.network.canvasToDOM(this.network.getPositions([id])[id]);
    return [box.x + point.x, box.y + point.y];
  }

  close() {
    this.closed = true;
    this.observer?.disconnect();
    this.network?.destroy();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const canvas = parentElement.querySelector(".canvas");
  canvas.style.height = `${data.height}px`;
  canvas.setAttribute("aria-label", data.description);
  let view = views.get(parentElement);
  if (!view) {
    view = new GraphView(canvas);
    canvas.guanxiView = view;
    views.set(parentElement, view);
  }
  if (view.data?.signature !== data.signature) drawLegend(parentElement.querySelector(".legend"), data);
  library().then((vis) => {
    if (!view.closed) view.update(vis, data, setTriggerValue);
  });
  return () => {
    view.close();
    views.delete(parentElement);
  };
}
