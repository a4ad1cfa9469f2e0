// What was looked at last, in this browser's own storage. Names are set as text.
const STORED = "guanxi.recent";
const KEPT = 12;
const SHOWN = 6;

function stored() {
  try {
    const list = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    const sound = (each) => ["id", "zh", "en"].every((field) => typeof each?.[field] === "string");
    return Array.isArray(list) ? list.filter(sound).slice(0, KEPT) : [];
  } catch {
    return []; // no storage, or something else wrote there
  }
}

function store(list) {
  try {
    localStorage.setItem(STORED, JSON.stringify(list));
  } catch {
    // storage is full or forbidden: nothing is remembered
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const row = parentElement.querySelector("nav");
  const now = new Set(data.shown.map((each) => each.id));
  const before = stored().filter((each) => !now.has(each.id) && each.id !== data.gone);
  if (data.shown.length || data.gone) store([...data.shown, ...before].slice(0, KEPT));
  row.setAttribute("aria-label", data.label);
  row.title = data.help;
  row.querySelector(".label").textContent = data.label;
  row.querySelector("ul").replaceChildren(
    ...before.slice(0, SHOWN).map((each) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = each[data.language] || each.id;
      button.addEventListener("click", () => setTriggerValue("open", each.id));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  const clear = row.querySelector(".clear");
  clear.textContent = data.clear;
  clear.onclick = () => {
    store(data.shown);
    row.hidden = true;
  };
  row.hidden = before.length === 0;
}
