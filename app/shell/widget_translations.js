// Puts other words where streamlit shows its own. Only whole texts that are listed change: what is read only in elements
// that hold no data, what names a control wherever it is.
const TEXTS = [
  ...["stDialog", "stFileUploader", "stSkipToContent", "InputInstructions", "stDataFrameColumnMenu"].map((id) => `[data-testid="${id}"]`),
  '[role="option"][data-key^="__"]', // what a list of options offers beside them: to take what was typed, to choose all
  '[role="listbox"][data-empty]',
].join(",");
const ATTRIBUTES = ["aria-label", "placeholder", "title"];
const NUMBER = /\d+(?:\.\d+)?/;
const BULLET = " • ";
const REST = "*"; // stands for the rest: what a person typed, what a widget is called

// Kept in the browser: what streamlit wrote and what was put there, by text node and by element and attribute.
const state = (globalThis.guanxiOwnWords ??= { words: {}, texts: new WeakMap(), labels: new WeakMap(), observer: null });

function instead(own) {
  const before = Object.keys(state.words).find((key) => key.endsWith(REST) && own.startsWith(key.slice(0, -1)));
  if (before) return state.words[before].replace(REST, () => own.slice(before.length - 1));
  const [first, ...more] = own.split(BULLET); // "200MB per file • CSV"
  const key = first.trim().replace(NUMBER, "#");
  if (!Object.hasOwn(state.words, key)) return own;
  return [state.words[key].replace("#", first.match(NUMBER)?.[0] ?? ""), ...more].join(BULLET);
}

function replaced(kept, shown) {
  const own = kept?.put === shown ? kept.own : shown;
  return { own, put: instead(own) };
}

function replaceText(node) {
  if (!node.parentElement?.closest(TEXTS)) return;
  const found = replaced(state.texts.get(node), node.nodeValue);
  state.texts.set(node, found);
  if (node.nodeValue !== found.put) node.nodeValue = found.put;
}

function replaceLabels(element) {
  for (const name of ATTRIBUTES) {
    const shown = element.getAttribute(name);
    if (shown === null) continue;
    const kept = state.labels.get(element) ?? {};
    kept[name] = replaced(kept[name], shown);
    state.labels.set(element, kept);
    if (shown !== kept[name].put) element.setAttribute(name, kept[name].put);
  }
}

function replaceAll(root) {
  if (root.nodeType === Node.TEXT_NODE) replaceText(root);
  if (root.nodeType !== Node.ELEMENT_NODE) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = root; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) replaceText(node);
    else replaceLabels(node);
  }
}

function onChanges(changes) {
  for (const change of changes) {
    if (change.type === "childList") change.addedNodes.forEach(replaceAll);
    else if (change.type === "characterData") replaceText(change.target);
    else replaceLabels(change.target);
  }
}

export default function ({ data }) {
  document.documentElement.lang = data.language;
  if (state.observer && JSON.stringify(data.words) === JSON.stringify(state.words)) return;
  state.words = data.words;
  state.observer?.disconnect();
  state.observer = new MutationObserver(onChanges);
  state.observer.observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES,
  });
  replaceAll(document.body);
}
