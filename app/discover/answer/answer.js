// The answer to a question. Every text from data is set as text; nothing becomes HTML.
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null && child !== "" && child !== false));
  return element;
}

// A number in brackets that is one of the sentence's sources opens it; any other text stays text.
function sentence({ text, numbers }, words, open) {
  const pieces = text.split(/\[(\d+)\]/).map((piece, place) => {
    if (place % 2 === 0) return piece;
    const number = Number(piece);
    if (!numbers.includes(number)) return `[${piece}]`;
    const note = make("button", "note", `[${number}]`);
    note.type = "button";
    note.setAttribute("aria-label", `${words.source} ${number}`);
    note.addEventListener("click", () => open(number));
    return note;
  });
  return make("p", "sentence", ...pieces);
}

function pathLine(steps) {
  const line = make("div", "path");
  for (const step of steps) {
    const element = make(step.kind === "node" ? "b" : "span", "", step.text);
    if (step.colour) element.style.borderLeftColor = step.colour;
    line.append(element);
  }
  return line;
}

function sourceItem(source, number, words, open) {
  const opener = make("button", "open", words.open);
  opener.type = "button";
  opener.setAttribute("aria-label", `${words.open}: ${number}`);
  opener.addEventListener("click", () => open(number));
  const detail = make("p", "detail", source.detail, source.detail && " · ", opener);
  const item = make("li", "source", make("p", "kind", source.title), make("p", "", source.text), detail);
  item.value = number;
  return item;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const box = parentElement.querySelector(".answer");
  const { words } = data;
  box.dataset.outcome = data.outcome;
  const open = (number) => setTriggerValue("source", data.sources[number - 1].key);
  const items = data.sources.map((source, place) => sourceItem(source, place + 1, words, open));
  const details = make(
    "details", "", make("summary", "", words.sources), make("ol", "sources", ...items),
  );
  const list = details.querySelector(".sources");
  list.tabIndex = 0; // long lists scroll, by keyboard too
  list.setAttribute("aria-label", words.sources);
  // What is open stays open while the same answer is drawn again.
  const same = JSON.stringify([data.sentences, data.sources]);
  details.open = box.shownAnswer === same && box.querySelector("details")?.open === true;
  box.shownAnswer = same;
  const text = data.sentences.map((each) => sentence(each, words, open));
  box.replaceChildren(
    make("p", "outcome", data.heading),
    make("div", "said", data.figure && make("strong", "figure", data.figure), make("div", "text", ...text)),
    ...data.paths.map(pathLine),
    ...(items.length ? [details] : []),
  );
}
