// Names beside nodes and numbers inside them.
const LABEL_PIXELS = 12;
const LABEL_GAP = 3;
const LEAST_NUMBERED = 6; // pixels of radius that a number needs
const FEW_CENTRES = 6; // of more, a label that covers a node is left out as any other

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

// Labels keep their size at every zoom and never cover one another: what finds no room is left out until there is
// some. What is selected comes first, then centres, which may cover nodes where they are few, then who answers by
// rank, then the others in the order of the data, strongest first.
function drawLabels(view, context) {
  const css = getComputedStyle(view.canvas);
  const face = css.getPropertyValue("--st-font").trim() || "sans-serif";
  const scale = view.network.getScale();
  const positions = view.network.getPositions();
  const order = labelOrder(view.data, view.pointed);
  const spots = view.data.nodes.filter(({ id }) => positions[id] && !view.looks.nodes.get(id).hidden).map((node) => {
    const { size, opacity } = view.looks.nodes.get(node.id);
    const point = view.network.canvasToDOM(positions[node.id]);
    return { id: node.id, label: node.label, order: order(node), opacity, ...point, radius: (size ?? 0) * scale };
  });
  const nodes = spots.map(({ id, x, y, radius }) => ({
    id, x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius,
  }));
  const inside = ({ x, y, width, height }) =>
    x >= 0 && y >= 0 && x + width <= view.canvas.clientWidth && y + height <= view.canvas.clientHeight;
  const coveringUpTo = spots.filter(({ order }) => order === 2).length <= FEW_CENTRES ? 2 : 1;
  view.labels = [];
  context.save();
  context.lineJoin = "round";
  context.textBaseline = "top";
  context.strokeStyle = css.getPropertyValue("--st-background-color").trim();
  context.fillStyle = css.getPropertyValue("--st-text-color").trim();
  context.lineWidth = 3 / scale;
  for (const spot of [...spots].sort((one, other) => one.order - other.order)) {
    context.font = `${spot.order <= 2 ? "bold " : ""}${LABEL_PIXELS / scale}px ${face}`;
    const width = context.measureText(spot.label).width * scale;
    const open = (box) => inside(box) && !view.labels.some((label) => overlap(box, label));
    const free = (box) => open(box) && !nodes.some((node) => node.id !== spot.id && overlap(box, node));
    const places = placesFor(spot, spot.radius, width);
    const box = places.find(free) ?? (spot.order <= coveringUpTo ? places.find(open) : undefined);
    if (!box) continue;
    view.labels.push({ id: spot.id, ...box });
    const corner = view.network.DOMtoCanvas(box);
    context.globalAlpha = spot.opacity < 1 ? Math.max(0.3, Math.min(0.6, 2 * spot.opacity)) : 1;
    context.strokeText(spot.label, corner.x, corner.y);
    context.fillText(spot.label, corner.x, corner.y);
  }
  context.restore();
  drawNumbers(view, context, spots, scale, face);
}

// Ranks inside nodes, and a ring around what is pointed at or selected.
function drawNumbers(view, context, spots, scale, face) {
  const { selected, emphasis } = view.data;
  context.save();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = "#FFFFFF";
  context.lineWidth = 2 / scale;
  context.strokeStyle = getComputedStyle(view.canvas).getPropertyValue("--st-primary-color").trim();
  for (const { id, x, y, radius, opacity } of spots) {
    const middle = view.network.DOMtoCanvas({ x, y });
    context.globalAlpha = opacity;
    if (radius >= LEAST_NUMBERED && id in emphasis.ranks && !isRoot(view.nodes.get(id))) {
      context.font = `bold ${Math.max(9, Math.min(14, 1.1 * radius)) / scale}px ${face}`;
      context.fillText(emphasis.ranks[id], middle.x, middle.y);
    }
    if (id !== view.pointed && id !== selected) continue;
    context.beginPath();
    context.arc(middle.x, middle.y, (radius + 3) / scale, 0, 2 * Math.PI);
    context.stroke();
  }
  context.restore();
}
