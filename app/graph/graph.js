// Draws data with vis-network. Every text is set as text; nothing from data becomes HTML. Comes after legend.js and
// tools.js, in one module with them.
const positions = (globalThis.guanxiGraphPositions ??= new Map()); // survive reruns, remounts and theme switches
const views = new WeakMap();
const DOUBLE_CLICK_MS = 260;
const COARSE = matchMedia("(pointer: coarse)");
const LABEL_PIXELS = 12;
const LABEL_GAP = 3;
const MANY_NEW = 50; // nodes at a time: fewer rounds, so that the picture is there soon

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

// Where new nodes begin to look for their place: around those they are joined to, so that few steps are needed.
function besideNeighbours(fresh, edges, current) {
  const starts = {};
  fresh.forEach(({ id }, number) => {
    const known = edges
      .filter(({ from, to }) => from === id || to === id)
      .map(({ from, to }) => current[from === id ? to : from])
      .filter(Boolean);
    if (!known.length) return;
    const angle = number * 2.4; // the golden angle: never twice the same direction
    const middle = (axis) => known.reduce((sum, place) => sum + place[axis], 0) / known.length;
    starts[id] = { x: middle("x") + 90 * Math.cos(angle), y: middle("y") + 90 * Math.sin(angle) };
  });
  return starts;
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

class GraphView {
  constructor(canvas) {
    this.canvas = canvas;
    this.closed = false;
    this.focused = false;
    this.watchFocus();
  }

  // Take new data: create the network, patch it, or only follow the theme and the selection.
  update(vis, data, send) {
    this.send = send;
    const changed = this.data?.signature !== data.signature;
    const moved = this.data?.memory !== data.memory;
    const selectedAnew = this.data?.selected !== data.selected || this.data?.selectedEdge !== data.selectedEdge;
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
    const dragView = this.focused || !COARSE.matches;
    options.interaction = { ...options.interaction, zoomView: this.focused, dragView };
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
    const starts = besideNeighbours(fresh, data.edges, current);
    this.nodes.update(
      data.nodes.map((node) => ({
        ...unlabelled(node), ...(current[node.id] ?? starts[node.id] ?? {}), fixed: Boolean(current[node.id]),
      })),
    );
    this.edges.update(data.edges);
    const done = () => {
      this.nodes.update(data.nodes.map((node) => ({ id: node.id, fixed: false })));
      this.settle(fresh.length > 0);
    };
    if (fresh.length === 0) {
      done();
      return;
    }
    const options = themed(this.canvas, data.options);
    this.network.setOptions({ physics: { ...options.physics, enabled: true } });
    this.network.once("stabilizationIterationsDone", done);
    this.network.stabilize(fresh.length > MANY_NEW ? 50 : 120);
  }

  follow() {
    const { physics, layout, interaction, ...rest } = themed(this.canvas, this.data.options);
    this.network.setOptions(rest);
  }

  // Nothing moves from here on. The camera stays where it is unless there is something new to see.
  settle(refit = true) {
    this.network.setOptions({ physics: false });
    if (refit) this.fit();
    this.remember();
    this.canvas.dataset.ready = this.data.signature;
  }

  // Room for the labels, which vis leaves out of its own sum.
  fit() {
    this.network.fit({ animation: false });
    this.network.moveTo({ scale: 0.9 * this.network.getScale() });
  }

  // Labels keep their size at every zoom and never cover one another: what finds no room is left out until there is
  // some. The selected node comes first, then centres, which may cover nodes, then the others in the order of the data,
  // strongest first.
  drawLabels(context) {
    const css = getComputedStyle(this.canvas);
    const face = css.getPropertyValue("--st-font").trim() || "sans-serif";
    const scale = this.network.getScale();
    const positions = this.network.getPositions();
    const { selected } = this.data;
    const spots = this.data.nodes.filter(({ id }) => positions[id]).map(({ id, label, size, borderWidth }) => {
      const rank = id === selected ? 0 : borderWidth > 1 ? 1 : 2;
      return { id, label, rank, ...this.network.canvasToDOM(positions[id]), radius: size * scale };
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
    for (const spot of [...spots].sort((one, other) => one.rank - other.rank)) {
      context.font = `${spot.rank < 2 ? "bold " : ""}${LABEL_PIXELS / scale}px ${face}`;
      const width = context.measureText(spot.label).width * scale;
      const open = (box) => inside(box) && !this.labels.some((label) => overlap(box, label));
      const free = (box) => open(box) && !nodes.some((node) => node.id !== spot.id && overlap(box, node));
      const places = placesFor(spot, spot.radius, width);
      const box = places.find(free) ?? (spot.rank < 2 ? places.find(open) : undefined);
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

  // The wheel and a finger scroll the page until the picture was clicked; a click elsewhere, or Escape, gives them back.
  focus(on) {
    if (this.focused === on) return;
    this.focused = on;
    this.canvas.classList.toggle("focused", on);
    this.network?.setOptions({ interaction: { zoomView: on, dragView: on || !COARSE.matches } });
  }

  watchFocus() {
    const stop = new AbortController();
    const listen = (target, event, react) => target.addEventListener(event, react, { signal: stop.signal, capture: true });
    const enlarged = () => Boolean(this.canvas.getRootNode().fullscreenElement);
    listen(document, "click", (event) => this.focus(enlarged() || event.composedPath().includes(this.canvas)));
    listen(document, "keydown", (event) => event.key === "Escape" && this.focus(false));
    listen(document, "fullscreenchange", () => this.focus(enlarged()));
    this.unwatch = () => stop.abort();
  }

  listen() {
    let pending;
    this.network.on("click", ({ nodes, edges }) => {
      clearTimeout(pending);
      if (nodes.length) pending = setTimeout(() => this.send("select", nodes[0]), DOUBLE_CLICK_MS);
      else if (edges.length && this.data.edgesSpeak) this.send("edge", edges[0]);
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
    const size = () => `${this.canvas.clientWidth} ${this.canvas.clientHeight}`;
    let before = size();
    this.observer = new ResizeObserver(() => {
      if (this.canvas.clientWidth > 0 && size() !== before) {
        before = size();
        this.network.redraw();
        this.fit();
      }
    });
    this.observer.observe(this.canvas);
  }

  showSelection() {
    this.network.unselectAll();
    const { selected, selectedEdge } = this.data;
    if (selected && this.nodes.get(selected)) this.network.selectNodes([selected]);
    else if (selectedEdge && this.edges.get(selectedEdge)) this.network.selectEdges([selectedEdge]);
  }

  // Page coordinates of a node, for whoever points at it.
  pointOf(id) {
    return this.onPage(this.network.getPositions([id])[id]);
  }

  // Page coordinates of the middle of an edge.
  middleOf(id) {
    const { from, to } = this.edges.get(id);
    const ends = this.network.getPositions([from, to]);
    return this.onPage({ x: (ends[from].x + ends[to].x) / 2, y: (ends[from].y + ends[to].y) / 2 });
  }

  onPage(place) {
    const box = this.canvas.getBoundingClientRect();
    const point = this.network.canvasToDOM(place);
    return [box.x + point.x, box.y + point.y];
  }

  close() {
    this.closed = true;
    this.unwatch();
    this.observer?.disconnect();
    this.network?.destroy();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const canvas = parentElement.querySelector(".canvas");
  canvas.style.setProperty("--height", `${data.height}px`);
  canvas.setAttribute("aria-label", data.description);
  let view = views.get(parentElement);
  if (!view) {
    view = new GraphView(canvas);
    canvas.guanxiView = view;
    views.set(parentElement, view);
  }
  if (view.data?.signature !== data.signature) drawLegend(parentElement.querySelector(".legend"), data);
  drawTools(parentElement, view, data);
  library().then((vis) => {
    if (!view.closed) view.update(vis, data, setTriggerValue);
  });
  return () => {
    view.close();
    views.delete(parentElement);
  };
}
