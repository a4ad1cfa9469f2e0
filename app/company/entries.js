// Lists of what is recorded. Every text from data is set as text; nothing becomes HTML.
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

// A real link, so that it can be opened in a new tab; a plain click stays in this session.
function link(texts, id, data, send) {
  const anchor = make("a", "name", ...texts);
  anchor.href = `company?${new URLSearchParams({ id, lang: data.language })}`;
  anchor.title = data.open;
  anchor.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0); // the other page begins at the top
    send("open", id);
  });
  return anchor;
}

function bar(share) {
  const filled = make("i", "");
  filled.style.width = `${share * 100}%`;
  const whole = make("span", "bar", filled);
  whole.setAttribute("aria-hidden", "true");
  return whole;
}

function tagItem(tag, data, send) {
  return make("li", "", make("span", "", tag.text), tag.id ? link([tag.name], tag.id, data, send) : "");
}

function pieces(parts) {
  return parts.map(({ text, marked }) => make(marked ? "mark" : "span", "", text));
}

function fold({ summary, text }) {
  return make("details", "", make("summary", "", summary), make("p", "", text));
}

function opener(entry, data, send) {
  const button = make("button", "source", data.openSource);
  button.type = "button";
  button.setAttribute("aria-label", data.openSourceOf.replace("{name}", entry.title.map(({ text }) => text).join("")));
  button.addEventListener("click", () => send("source", entry.source));
  return button;
}

function entryElement(entry, data, send) {
  const heading = pieces(entry.title);
  const title = entry.id ? link(heading, entry.id, data, send) : make("span", "title", ...heading);
  const note = make("span", "note", entry.note, entry.share === null ? null : bar(entry.share));
  return make(
    "li", "entry",
    make("div", "head", title, note),
    entry.body.length ? make("p", "body", ...pieces(entry.body)) : null,
    entry.tags.length ? make("ul", "tags", ...entry.tags.map((tag) => tagItem(tag, data, send))) : null,
    ...entry.folds.map(fold),
    entry.detail || entry.source
      ? make("p", "detail", entry.detail, entry.detail && entry.source ? " · " : null, entry.source ? opener(entry, data, send) : null)
      : null,
  );
}

function sectionElement(section, data, send) {
  const heading = section.heading
    ? make("h3", "", `${section.heading} `, section.count ? make("span", "count", section.count) : null)
    : null;
  const list = make("ol", "entries", ...section.entries.map((entry) => entryElement(entry, data, send)));
  const more = section.more ? make("button", "more", section.more) : null;
  if (more) {
    more.type = "button";
    more.setAttribute("aria-label", `${section.heading}: ${section.more}`);
    more.addEventListener("click", () => send("more", section.key));
  }
  return make("section", "", heading, list, more);
}

export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".sections");
  const drawn = JSON.stringify(data);
  if (place.guanxiDrawn === drawn) return; // reruns must not close what was opened
  place.guanxiDrawn = drawn;
  place.replaceChildren(...data.sections.map((section) => sectionElement(section, data, setTriggerValue)));
}
