// Cards of related companies. Every text from data is set as text; nothing becomes HTML.
const opened = (globalThis.guanxiOpenReasons ??= new Set()); // which "Why" are open, across re-ranking
const followed = new WeakSet(); // lists that hear what is pointed at
const SVG = "http://www.w3.org/2000/svg";
const POINTED = "guanxi-pointed"; // event of the document: the list and the graph tell each other what is pointed at
const LEVEL_BARS = { high: 3, medium: 2, low: 1 };

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null && child !== "" && child !== false));
  return element;
}

// One, two or three filled bars: the level without colour.
function levelIcon(level) {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("width", 14);
  icon.setAttribute("height", 12);
  icon.setAttribute("aria-hidden", "true");
  for (let bar = 0; bar < 3; bar += 1) {
    const rectangle = document.createElementNS(SVG, "rect");
    const height = 4 + bar * 4;
    const attributes = { x: bar * 5, y: 12 - height, width: 4, height, rx: 1, fill: "currentColor" };
    for (const [name, value] of Object.entries(attributes)) rectangle.setAttribute(name, value);
    if (bar >= LEVEL_BARS[level]) rectangle.setAttribute("opacity", 0.22);
    icon.append(rectangle);
  }
  return icon;
}

function swatch(colour) {
  const dot = make("span", "swatch");
  dot.style.background = colour;
  return dot;
}

function scoreBar(pieces) {
  const bar = make("div", "bar");
  bar.setAttribute("aria-hidden", "true");
  for (const { arm, share } of pieces) {
    const piece = make("i", arm);
    piece.style.width = `${share * 100}%`;
    bar.append(piece);
  }
  return bar;
}

function scoreTable(parts, words) {
  const head = make("tr", "");
  for (const word of ["arm", "raw", "normalised", "rank", "weight", "contribution"]) {
    const cell = make("th", "", words[word]);
    cell.scope = "col";
    head.append(cell);
  }
  const rows = parts.map((part) => {
    const label = make("th", "", make("span", `swatch ${part.arm}`), part.label);
    label.scope = "row";
    label.title = part.help;
    const raw = part.found ? part.raw : words.not_found;
    const cells = [raw, part.normalised, part.rank, part.weight, part.contribution];
    return make("tr", "", label, ...cells.map((text) => make("td", "", text)));
  });
  const table = make("table", "", make("thead", "", head), make("tbody", "", ...rows));
  const scroll = make("div", "scroll", table);
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", words.score);
  return scroll;
}

function shareList(shares) {
  return make(
    "ul", "shares",
    ...shares.map((share) => make("li", "", make("span", "", share.label), make("b", "", share.percent))),
  );
}

function pathLine(path) {
  const line = make("div", "path");
  for (const step of path.steps) {
    const element = make(step.kind === "node" ? "b" : "span", "", step.text);
    if (step.colour) element.style.borderLeftColor = step.colour;
    line.append(element);
  }
  line.append(make("em", "", path.strength));
  return line;
}

function sourceBlock(source, card, words, send) {
  const title = source.title ? `${source.kind} · ${source.title}` : source.kind;
  const open = make("button", "open-source", words.open_source);
  open.type = "button";
  open.setAttribute("aria-label", `${words.open_source}: ${title}`);
  open.addEventListener("click", () => send("source", { id: card.id, key: source.key }));
  return make(
    "div", "source",
    make("p", "kind", title), make("p", "", source.text), make("p", "detail", source.detail, " · ", open),
    source.linked && make("p", "detail linked", source.linked),
  );
}

function why(card, words, send) {
  const summary = make("summary", "", `${words.why} · ${words.sources} ${card.sources.length}`);
  summary.setAttribute("aria-label", `${words.why}: ${card.name}`);
  const details = make("details", "", summary);
  const fill = () => {
    if (details.childElementCount > 1) return;
    const paths = card.paths.length ? card.paths.map(pathLine) : [make("p", "", words.no_paths)];
    const shares = card.shares.length ? shareList(card.shares) : make("p", "", words.no_shares);
    details.append(
      make(
        "div", "why",
        make("h4", "", words.score), scoreTable(card.parts, words),
        card.reranker && make("p", "detail", card.reranker),
        make("h4", "", words.shares), shares,
        ...(card.tags ? [make("h4", "", words.paths), ...paths] : []),
        make("h4", "", words.sources), ...card.sources.map((source) => sourceBlock(source, card, words, send)),
        card.tags && make("p", "detail", card.judge),
      ),
    );
  };
  details.open = opened.has(card.id);
  if (details.open) fill();
  details.addEventListener("toggle", () => {
    if (details.open) {
      opened.add(card.id);
      fill();
    } else {
      opened.delete(card.id);
    }
  });
  return details;
}

function translated(card) {
  const reason = make("p", "reason translated", card.translated);
  reason.lang = card.translatedLanguage;
  return reason;
}

// The level as bars; its words are there for who listens, and for who opens the card.
function levelTag({ level, levelWord }, words) {
  const graded = make("span", `tag level ${level}`, levelIcon(level), make("span", "level-word", levelWord));
  graded.title = `${levelWord}. ${words.level_help}`;
  return graded;
}

function relationTag({ relation, colour }) {
  return make("span", "tag relation-type", swatch(colour), make("span", "role", relation));
}

// The beginning that the relation's name says already is heard, and seen once the card is opened.
function reasonLine({ reason, lead }) {
  const text = make("p", "reason", make("span", "lead", reason.slice(0, lead)), reason.slice(lead));
  text.title = reason;
  return text;
}

const THUMB = "M4 9v9H1V9zm2 0 4-8c1.4 0 2.2 1 2 2.4L11.4 7H17c1.2 0 2 1 1.8 2.2l-1.2 7A2.2 2.2 0 0 1 15.4 18H6z";

function thumbButton(card, thumb, words, send) {
  const icon = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ width: 16, height: 16, viewBox: "0 0 20 20", "aria-hidden": "true" })) {
    icon.setAttribute(name, value);
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", THUMB);
  if (thumb === "down") path.setAttribute("transform", "rotate(180 10 10)");
  icon.append(path);
  const button = make("button", `thumb thumb-${thumb}`, icon);
  const said = words[`thumb_${thumb}`];
  button.type = "button";
  button.title = said;
  button.setAttribute("aria-label", `${said}: ${card.name}`);
  button.setAttribute("aria-pressed", String(card.thumb === thumb));
  button.addEventListener("click", () => {
    const pressed = button.getAttribute("aria-pressed") === "true";
    for (const each of button.parentElement.children) each.setAttribute("aria-pressed", "false"); // seen at once
    button.setAttribute("aria-pressed", String(!pressed));
    send("thumb", { id: card.id, thumb });
  });
  return button;
}

function thumbs(card, words, send) {
  return make("div", "thumbs", ...["up", "down"].map((thumb) => thumbButton(card, thumb, words, send)));
}

function cardElement(card, words, isSelected, send) {
  const name = make("button", "name", card.name);
  name.type = "button";
  name.title = words.select;
  name.setAttribute("aria-pressed", String(isSelected));
  name.addEventListener("click", () => send("select", card.id));
  const explore = make("button", "explore", words.explore);
  explore.type = "button";
  explore.setAttribute("aria-label", `${words.explore}: ${card.name}`);
  explore.addEventListener("click", () => {
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0); // the new answer begins at the top
    send("explore", card.id);
  });
  const profile = make("button", "profile", words.profile);
  profile.type = "button";
  profile.setAttribute("aria-label", `${words.profile}: ${card.name}`);
  profile.addEventListener("click", () => send("profile", card.id));
  const change = make("span", "change", card.change.text);
  if (card.change.label) change.setAttribute("title", card.change.label);
  const score = make("div", "score", card.similarity);
  score.title = words.similarity;
  const actions = make("div", "actions", card.thumb !== undefined && thumbs(card, words, send), profile, explore);
  const line = make("div", "line", card.tags && relationTag(card.tags), card.reason && reasonLine(card), why(card, words, send));
  const top = make(
    "div", "top",
    make("div", "place", make("span", "rank", String(card.rank)), change),
    make("div", "names", name, make("span", "other", card.other), make("span", "where", card.where)),
    make("div", "graded", card.tags && levelTag(card.tags, words), scoreBar(card.bar), score),
    make("div", "body",
      make("p", "description", card.description), line, card.translated && translated(card),
      card.rules && make("p", "rules", card.rules)),
    actions,
  );
  const item = make("li", isSelected ? "card selected" : "card", top);
  item.dataset.company = card.id;
  for (const [event, id] of Object.entries({ mouseenter: card.id, focusin: card.id, mouseleave: null, focusout: null })) {
    item.addEventListener(event, () => document.dispatchEvent(new CustomEvent(POINTED, { detail: { id } })));
  }
  return item;
}

// Arrows go from company to company; Enter on a name opens its reasons besides selecting it.
function onKey(event, list) {
  const card = event.target.closest(".card");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
  if (step) {
    const cards = [...list.querySelectorAll(".card")];
    const next = cards[cards.indexOf(card) + step];
    if (!next) return;
    event.preventDefault();
    toName(next);
  } else if (event.key === "Enter" && event.target.matches(".name")) {
    const details = card.querySelector("details");
    details.open = !details.open;
    opened[details.open ? "add" : "delete"](card.dataset.company); // at once: selecting draws the cards anew
  }
}

function toName(card) {
  card.querySelector(".name").focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

// All cards, best first; a list that goes on from another begins with its own rank.
function cardList({ cards, selected, words }, send) {
  const list = make("ol", "cards", ...cards.map((card) => cardElement(card, words, card.id === selected, send)));
  list.start = cards[0].rank;
  return list;
}

// The card of what is pointed at in the graph, or in the list itself.
function followPointed(list) {
  if (followed.has(list)) return;
  followed.add(list);
  document.addEventListener(POINTED, function follow({ detail }) {
    if (!list.isConnected) document.removeEventListener(POINTED, follow);
    for (const card of list.querySelectorAll(".card")) card.classList.toggle("pointed", card.dataset.company === detail.id);
  });
}

export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector(".list");
  followPointed(list);
  const focused = parentElement.activeElement ?? parentElement.getRootNode().activeElement;
  const focusedCompany = focused?.closest?.(".card")?.dataset.company;
  const focusedKind = focused?.className;
  list.replaceChildren(cardList(data, setTriggerValue));
  list.onkeydown = (event) => onKey(event, list);
  if (data.first) {
    globalThis.guanxiToFirstResult = () => {
      const first = list.querySelector(".card");
      if (!list.isConnected || !first) return false;
      toName(first);
      return true;
    };
  }
  if (focusedCompany) {
    const card = [...list.querySelectorAll(".card")].find((item) => item.dataset.company === focusedCompany);
    const again = card && [...card.querySelectorAll("button, summary")].find((item) => item.className === focusedKind);
    again?.focus({ preventScroll: true });
  }
}
