// Draws data with vis-network. Every text is set as text; nothing from data becomes HTML. Comes last, in one module
// with the other scripts of this folder.
const positions = (globalThis.guanxiGraphPositions ??= new Map()); // survive reruns, remounts and theme switches
const views = new WeakMap();
const DOUBLE_CLICK_MS = 260;
const COARSE = matchMedia("(pointer: coarse)");
const MOST_LINES_DIMMED = 600; // by pointing: more of them take too long to draw at every move
const POINTED = "guanxi-pointed"; // event of the document: the list and the graph tell each other what is pointed at
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

function isDark(element) {
  const [red, green, blue] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g).map(Number);
  return red + green + blue < 380;
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

// What vis draws of a node: all but its label, and of a line all but its name.
function unlabelled({ label, ...node }) {
  return node;
}

function unnamed({ title, ...edge }) {
  return edge;
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

function tellPointed(id) {
  document.dispatchEvent(new CustomEvent(POINTED, { detail: { id } }));
}

class GraphView {
  constructor(canvas) {
    this.canvas = canvas;
    this.closed = false;
    this.focused = false;
    this.closedKinds = new Set(); // of lines that the legend hides
    this.legendOpen = false; // every type has a style of its own
    this.watchFocus();
  }

  // Take new data: create the network, patch it, or only follow the theme and the selection.
  update(vis, data, send) {
    this.send = send;
    const changed = this.data?.signature !== data.signature;
    const moved = this.data?.memory !== data.memory;
    const selectedAnew = this.data?.selected !== data.selected || this.data?.selectedEdge !== data.selectedEdge;
    const broughtOutAnew = JSON.stringify(this.data?.emphasis) !== JSON.stringify(data.emphasis);
    const theme = themeOf(this.canvas);
    const themedAnew = this.theme !== theme;
    this.data = data;
    this.theme = theme;
    if (changed || moved || themedAnew) this.redrawLegend();
    if (changed || moved) this.takeTime();
    if (!this.network || moved) this.create(vis);
    else if (changed) this.patch();
    else if (themedAnew) this.follow();
    else if (!selectedAnew && !broughtOutAnew) return; // every rerun of the page comes by here: it must cost nothing
    this.showSelection();
  }

  create(vis) {
    this.network?.destroy();
    const { data } = this;
    const remembered = positions.get(data.memory) ?? {};
    const options = themed(this.canvas, data.options);
    const known = data.placed || (data.nodes.length > 0 && data.nodes.every((node) => remembered[node.id]));
    if (known) options.physics = false;
    const dragView = this.focused || !COARSE.matches;
    options.interaction = { ...options.interaction, zoomView: this.focused, dragView };
    this.nodes = new vis.DataSet(data.nodes.map((node) => ({ ...unlabelled(node), ...(remembered[node.id] ?? {}) })));
    this.edges = new vis.DataSet(data.edges.map(unnamed));
    this.drawn = new Map();
    this.shade();
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
    this.looks = appearance(data, undefined, this); // before anything of it is drawn
    const fresh = data.nodes.filter((node) => !current[node.id]);
    const starts = besideNeighbours(fresh, data.edges, current);
    this.nodes.update(
      data.nodes.map((node) => ({
        ...unlabelled(node), ...(current[node.id] ?? starts[node.id] ?? {}), fixed: Boolean(current[node.id]),
      })),
    );
    this.edges.update(data.edges.map(unnamed));
    this.drawn = new Map();
    this.shade();
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

  // Draw what is bright and what is not, as far as it has changed.
  shade() {
    const { data } = this;
    this.looks = appearance(data, around(data, this.pointed) ?? around(data, data.selected), this);
    for (const kind of ["nodes", "edges"]) {
      const changed = [...this.looks[kind].values()].filter((look) => {
        const text = JSON.stringify(look);
        const same = this.drawn.get(look.id) === text;
        this.drawn.set(look.id, text);
        return !same;
      });
      if (changed.length) this[kind].update(changed);
    }
  }

  redrawLegend() {
    this.isDark = isDark(this.canvas);
    drawLegend(this.canvas.closest(".frame").querySelector(".legend"), this.data, this);
  }

  toggleKind(kind) {
    if (!this.closedKinds.delete(kind)) this.closedKinds.add(kind);
    this.redrawLegend();
    this.shade();
  }

  // The years of what is drawn; the chosen ones stay across reruns, remounts and further nodes.
  takeTime() {
    this.time = timeOf(this.data, chosenTimes.get(this.data.timeKey));
    drawTime(this.canvas.closest(".frame").querySelector(".time"), this);
  }

  chooseTime(change) {
    Object.assign(this.time, change);
    chosenTimes.set(this.data.timeKey, this.time);
    if (this.network) this.shade();
  }

  openLegend() {
    this.legendOpen = true;
    this.redrawLegend();
    this.shade();
  }

  // Of an entity that is pointed at, here or in the list; null when no more.
  point(id) {
    if (!this.network || this.pointed === id || this.data.edges.length > MOST_LINES_DIMMED) return;
    this.pointed = id;
    this.shade();
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
    listen(document, POINTED, ({ detail }) => this.point(detail.id));
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
    nameLines(this);
    this.network.on("hoverNode", ({ node }) => tellPointed(node));
    this.network.on("blurNode", () => tellPointed(null));
    this.network.on("beforeDrawing", (context) => {
      const land = getComputedStyle(this.canvas).getPropertyValue("--guanxi-land");
      drawOutline(context, this.data.outline ?? [], land);
    });
    this.network.on("afterDrawing", (context) => drawLabels(this, context));
    this.canvas.addEventListener("mouseleave", () => {
      for (const tooltip of this.canvas.querySelectorAll(".vis-tooltip")) tooltip.style.visibility = "hidden";
      tellPointed(null);
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
    this.shade();
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
    clearInterval(this.playing);
    this.unwatch();
    this.observer?.disconnect();
    this.network?.destroy();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const canvas = parentElement.querySelector(".canvas");
  canvas.style.setProperty("--height", `${data.height}px`);
  canvas.setAttribute("role", "img"); // together with its label: an image without one is nothing to a screen reader
  canvas.setAttribute("aria-label", data.description);
  let view = views.get(parentElement);
  if (!view) {
    view = new GraphView(canvas);
    canvas.guanxiView = view;
    views.set(parentElement, view);
  }
  drawTools(parentElement, view, data);
  library().then((vis) => {
    // Streamlit may take the element out of the page while the library loads; it has no colours or size then.
    if (!view.closed && canvas.isConnected) view.update(vis, data, setTriggerValue);
  });
  return () => {
    view.close();
    views.delete(parentElement);
  };
}
