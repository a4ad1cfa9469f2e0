// A source that is cited. Every text from data is set as text; nothing becomes HTML.
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

// Only http and https are followed; anything else stays text.
function link(address) {
  let scheme = "";
  try {
    scheme = new URL(address).protocol;
  } catch {
    return make("span", "", address);
  }
  if (scheme !== "https:" && scheme !== "http:") return make("span", "", address);
  const anchor = make("a", "", address);
  anchor.href = address;
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer";
  return anchor;
}

function facts(document_, url) {
  const list = make("dl", "");
  for (const { name, value } of document_) {
    if (name) list.append(make("dt", "", name), make("dd", "", value));
  }
  if (url) list.append(make("dt", "", url.label), make("dd", "", link(url.address)));
  const sentences = document_.filter(({ name }) => !name).map(({ value }) => make("p", "general", value));
  return [...sentences, list.childElementCount ? list : null];
}

function passage({ heading, parts }) {
  const marked = parts.map(({ text, cited }) => make(cited ? "mark" : "span", "", text));
  const text = make("p", "text", ...marked);
  text.tabIndex = 0; // long texts scroll, by keyboard too
  text.setAttribute("role", "region");
  text.setAttribute("aria-label", heading);
  return make("section", "", make("h3", "", heading), text);
}

function scrolling(table, label) {
  const box = make("div", "scroll", table);
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  return box;
}

function heading(scope, text) {
  const cell = make("th", "", text);
  cell.scope = scope;
  return cell;
}

const LONG = 30; // characters from which a cell is as wide as a sentence needs

function cell(text) {
  return make("td", "", make("div", text.length > LONG ? "long" : "", text));
}

function rows({ heading: title, line, cited, columns, rows: told }) {
  const head = make("tr", "", heading("col", line), ...columns.map((column) => heading("col", column)));
  const body = told.map((row) => {
    const number = heading("row", row.cited ? `▸ ${row.line}` : row.line);
    const made = make("tr", row.cited ? "cited" : "", number, ...row.cells.map(cell));
    if (row.cited) {
      made.setAttribute("aria-current", "true");
      made.title = cited;
    }
    return made;
  });
  const table = make("table", "", make("thead", "", head), make("tbody", "", ...body));
  return make("section", "", make("h3", "", title), scrolling(table, title));
}

function values({ heading: title, rows: told }) {
  const body = told.map(({ name, value }) => make("tr", "", heading("row", name), make("td", "", make("div", "", value))));
  return make("section", "", make("h3", "", title), scrolling(make("table", "", make("tbody", "", ...body)), title));
}

function otherSources({ heading: title, lines }) {
  return make("section", "others", make("h3", "", title), make("ul", "", ...lines.map((line) => make("li", "", line))));
}

export default function ({ data, parentElement }) {
  const box = parentElement.querySelector(".cited-source");
  const drawn = JSON.stringify(data);
  if (box.guanxiDrawn === drawn) return;
  box.guanxiDrawn = drawn;
  const content = [
    data.statement ? make("p", "statement", data.statement) : null,
    data.recorded ? make("p", "recorded", data.recorded) : null,
    ...facts(data.document, data.url),
    data.others ? otherSources(data.others) : null,
    data.text ? passage(data.text) : null,
    ...data.tables.map(rows),
    data.values ? values(data.values) : null,
  ];
  box.replaceChildren(...content.filter((part) => part !== null));
  const text = box.querySelector(".text");
  const first = text?.querySelector("mark");
  if (first) text.scrollTop = first.offsetTop - text.offsetTop - text.clientHeight / 3;
}
