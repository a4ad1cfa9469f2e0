// An ownership tree as SVG. Every text from data is set as text; nothing becomes HTML.
const SVG_NAMES = "http://www.w3.org/2000/svg";
const MARGIN = 12;
const SMALLEST = 0.75; // a tree that is a little too wide is drawn smaller; below this, it scrolls

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG_NAMES, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== "") made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// From the lower edge of the owner to the upper edge of what it holds, with an arrow, and its share in the middle.
function edgeShape(edge, boxes, data) {
  const [from, to] = [boxes[edge.owner], boxes[edge.held]];
  const [top, bottom] = [from.y + data.height / 2, to.y - data.height / 2 - 1];
  const middle = (top + bottom) / 2;
  const line = `M ${from.x} ${top} C ${from.x} ${middle} ${to.x} ${middle} ${to.x} ${bottom - 6}`;
  const outer = from.y < 0 ? from : to; // its share stands near the box that is further out: these stand apart
  const [x, y] = [outer.x, outer === from ? top + 15 : bottom - 12];
  const kind = `edge${edge.circular ? " circular" : ""}${edge.unknown ? " unknown" : ""}`;
  const arrow = `M ${to.x} ${bottom} l -4 -8 l 8 0 Z`;
  const several = data.edges.filter((each) => boxes[each.owner] === outer || boxes[each.held] === outer);
  const place = several.filter((each) => (outer === from ? each.owner === edge.owner : each.held === edge.held)).indexOf(edge);
  return shape(
    "g", { class: kind },
    shape("title", {}, edge.says),
    shape("path", { d: line, class: "line", fill: "none" }),
    shape("path", { d: arrow, class: "arrow" }),
    shape("text", { x, y: y + (outer === from ? 13 : -13) * Math.max(0, place), class: "share", "text-anchor": "middle" }, edge.share),
  );
}

function boxShape(box, data, send) {
  const [left, top] = [box.x - data.width / 2, box.y - data.height / 2];
  const turns = box.opens || box.kind === "more";
  const group = shape("g", { class: `box ${box.kind}${turns ? " turns" : ""}`, "data-key": box.key });
  group.append(
    shape("title", {}, [box.name, box.says].filter(Boolean).join(" · ") || box.lines.join(" ")),
    shape("rect", { x: left, y: top, width: data.width, height: data.height, rx: 6 }),
  );
  const first = box.y - (box.lines.length - 1) * 8 + 4;
  const names = box.lines.map((line, place) => shape("text", { x: box.x, y: first + place * 16, "text-anchor": "middle", class: "name" }, line));
  if (box.kind === "more" || box.kind === "root") group.append(...names);
  else group.append(pageLink(box, names, data, send));
  if (box.kind === "again") group.append(shape("text", { x: left + data.width - 10, y: top + 13, class: "sign", "text-anchor": "middle" }, "↺"));
  if (turns) group.append(turner(box, left, top, data, send));
  return group;
}

// A real link, so that it can be opened in a new tab; a plain click stays in this session.
function pageLink(box, names, data, send) {
  const link = shape("a", { href: `company?${new URLSearchParams({ id: box.id, lang: data.language })}`, "aria-label": `${data.words.page}: ${box.name}` }, ...names);
  link.addEventListener("click", (event) => {
    event.stopPropagation();
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
    send("open", box.id);
  });
  return link;
}

// The round button on the outer edge of a box; the whole box does the same.
function turner(box, left, top, data, send) {
  const y = box.up ? top : top + data.height;
  const sign = box.kind === "more" ? "…" : box.open ? "−" : "+";
  const button = shape(
    "g", { class: "turner", role: "button", tabindex: 0, "aria-label": [box.name || box.lines[0], box.says].filter(Boolean).join(" · ") },
    shape("circle", { cx: box.x, cy: y, r: 9 }),
    shape("text", { x: box.x, y: y + 4, "text-anchor": "middle" }, sign),
  );
  if (box.open) button.setAttribute("aria-expanded", "true");
  const turn = () => send("turn", box.key);
  button.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); turn(); }
  });
  queueMicrotask(() => button.parentNode.addEventListener("click", turn));
  return button;
}

function drawn(data, room, send) {
  const boxes = Object.fromEntries(data.boxes.map((box) => [box.key, box]));
  const [xs, ys] = [data.boxes.map((box) => box.x), data.boxes.map((box) => box.y)];
  const left = Math.min(...xs) - data.width / 2 - MARGIN;
  const top = Math.min(...ys) - data.height / 2 - MARGIN;
  const width = Math.max(...xs) + data.width / 2 + MARGIN - left;
  const height = Math.max(...ys) + data.height / 2 + MARGIN - top;
  const fit = Math.max(SMALLEST, Math.min(1, room / width));
  const root = shape("svg", { viewBox: [left, top, width, height].join(" "), width: width * fit, height: height * fit });
  root.append(
    shape("title", {}, data.description),
    ...data.edges.map((edge) => edgeShape(edge, boxes, data)),
    ...data.boxes.map((box) => boxShape(box, data, send)),
  );
  root.guanxiRoot = [-left * fit, -top * fit];
  return root;
}

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "paint-order", "opacity"];

// The drawing by itself, with the colours of the page written out and its background behind it.
function standalone(svg, frame) {
  const copy = svg.cloneNode(true);
  const [seen, made] = [[...svg.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  seen.forEach((each, place) => {
    const style = getComputedStyle(each);
    for (const look of LOOKS) made[place].setAttribute(look, style.getPropertyValue(look));
  });
  copy.querySelectorAll(".turner").forEach((each) => each.remove());
  copy.querySelectorAll("a").forEach((each) => each.replaceWith(...each.childNodes));
  const [x, y, width, height] = svg.getAttribute("viewBox").split(" ");
  const fill = getComputedStyle(frame).getPropertyValue("--st-background-color").trim() || "#fff";
  copy.querySelector("title").after(shape("rect", { x, y, width, height, fill }));
  copy.setAttribute("font-family", "sans-serif");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

function savePng(text, svg, name) {
  const picture = new Image();
  picture.onload = () => {
    const canvas = document.createElement("canvas");
    const { width, height } = svg.viewBox.baseVal;
    const scale = Math.min(2, 8000 / Math.max(width, height));
    [canvas.width, canvas.height] = [width * scale, height * scale];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(blob, `${name}.png`));
  };
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

function tool(kind, data, frame) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = data.words[kind];
  button.onclick = () => {
    const svg = frame.querySelector("svg");
    const text = standalone(svg, frame);
    if (kind === "svg") save(new Blob([text], { type: "image/svg+xml" }), `${data.filename}.svg`);
    else savePng(text, svg, data.filename);
  };
  return button;
}

function legend(data) {
  const said = [
    data.edges.some((edge) => edge.circular) ? ["circular", data.words.circular_line] : null,
    data.edges.some((edge) => edge.unknown) ? ["unknown", data.words.unknown_line] : null,
    data.boxes.some((box) => box.kind === "again") ? ["again", `↺ ${data.words.again}`] : null,
  ].filter(Boolean);
  return said.map(([kind, text]) => {
    const item = document.createElement("span");
    item.className = kind;
    item.textContent = text;
    return item;
  });
}

export default function ({ data, parentElement, setTriggerValue }) {
  const frame = parentElement.querySelector(".tree");
  const now = JSON.stringify(data);
  if (frame.guanxiDrawn === now) return;
  const before = frame.querySelector("svg");
  const [root] = data.boxes.filter((box) => box.kind === "root").map((box) => box.id);
  const svg = drawn(data, frame.clientWidth, setTriggerValue);
  const same = before && frame.dataset.root === root; // the company stays where it is looked at
  const [x, y] = same
    ? [frame.scrollLeft - before.guanxiRoot[0], frame.scrollTop - before.guanxiRoot[1]]
    : [-frame.clientWidth / 2, -frame.clientHeight / 2];
  frame.guanxiDrawn = now;
  frame.dataset.root = root;
  frame.setAttribute("aria-label", data.description);
  frame.replaceChildren(svg);
  parentElement.querySelector(".tree-tools").replaceChildren(tool("png", data, frame), tool("svg", data, frame));
  parentElement.querySelector(".tree-legend").replaceChildren(...legend(data));
  frame.scrollTo(x + svg.guanxiRoot[0], y + svg.guanxiRoot[1]);
}
