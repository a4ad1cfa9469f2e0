// How bright nodes and lines are at the moment: what answers stands out, and what is pointed at or selected dims all
// that is not connected to it.
const FADED = 0.35; // what is no part of the answer
const DIMMED = { nodes: 0.3, edges: 0.15 }; // of their brightness, what is not connected
const RANKED_SIZE = 17; // room for a number of two digits

function isRoot({ borderWidth }) {
  return borderWidth > 1;
}

// The nodes and lines that an entity is connected by, itself included; nothing of what is not drawn.
function around(data, id) {
  if (!id || !data.nodes.some((node) => node.id === id)) return undefined;
  const edges = data.edges.filter(({ from, to }) => from === id || to === id);
  return { nodes: new Set([id, ...edges.flatMap(({ from, to }) => [from, to])]), edges: new Set(edges.map(({ id }) => id)) };
}

// Id → how it is drawn, of nodes and of edges. `focus`: what `around` found; a view's legend says which kinds of lines
// are closed and whether those that share a style have their own.
function appearance(data, focus, { isDark, closedKinds, legendOpen, time }) {
  const styles = lineStyles(data.legend, legendOpen);
  const isHidden = (edge) => closedKinds.has(edge.kind) || !holdsIn(edge, time);
  const shown = data.edges.filter((edge) => !isHidden(edge));
  const joined = new Set(shown.flatMap(({ from, to }) => [from, to]));
  const loosened = new Set(data.edges.flatMap(({ from, to }) => [from, to]).filter((id) => !joined.has(id)));
  const { ranks, nodes, edges, fades } = data.emphasis;
  const asked = new Set(edges);
  const bright = new Set([...nodes, ...data.nodes.filter(isRoot).map(({ id }) => id)]);
  const stands = ({ id, from, to }) => !fades || (asked.size ? asked.has(id) : bright.has(from) && bright.has(to));
  const dimmed = (kind, id) => (focus && !focus[kind].has(id) ? DIMMED[kind] : 1);
  const near = (kind, id) => focus?.[kind].has(id);
  return {
    nodes: new Map(
      data.nodes.map((node) => {
        const { id } = node;
        const opacity = near("nodes", id) || !fades || bright.has(id) ? 1 : FADED;
        const size = id in ranks && !isRoot(node) ? Math.max(data.rankedSize ?? RANKED_SIZE, node.size) : node.size;
        const hidden = loosened.has(id) && !isRoot(node) && !(id in ranks);
        return [id, { id, opacity: opacity * dimmed("nodes", id), size, hidden }];
      }),
    ),
    edges: new Map(
      data.edges.map((edge) => {
        const { id } = edge;
        const style = styles.get(edge.kind);
        const colour = isDark ? style.dark : style.colour;
        const own = fades && stands(edge) ? 1 : (edge.color.opacity ?? 1) * (stands(edge) ? 1 : FADED);
        const opacity = (near("edges", id) ? Math.max(own, 0.8) : own) * dimmed("edges", id);
        const width = near("edges", id) ? Math.max(2, edge.width) : edge.width;
        const color = { color: colour, highlight: colour, hover: colour, opacity };
        return [id, { id, width, color, dashes: style.dash.length ? style.dash : false, hidden: isHidden(edge) }];
      }),
    ),
  };
}

// Where a label comes in the order in which labels look for room: the strongest first.
function labelOrder(data, pointed) {
  const { ranks, nodes, fades } = data.emphasis;
  const bright = new Set(nodes);
  return (node) => {
    if (node.id === data.selected) return 0;
    if (node.id === pointed) return 1;
    if (isRoot(node)) return 2;
    if (node.id in ranks) return 2 + ranks[node.id] / (ranks[node.id] + 1);
    return fades && !bright.has(node.id) ? 4 : 3;
  };
}
