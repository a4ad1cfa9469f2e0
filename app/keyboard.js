// "/" goes to the search field of the page; from the question the arrow down goes on to the first result.
const FIELDS = [".st-key-q input", ".st-key-id input", ".st-key-explore-add input", ".st-key-company input"];

function searchField() {
  return FIELDS.map((selector) => document.querySelector(selector)).find((field) => field?.offsetParent);
}

function isTyping(element) {
  return element instanceof Element && element.closest("input, textarea, select, [contenteditable=true], [role=dialog]");
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.composedPath()[0];
  if ((event.key === "/" || event.key === "、") && !isTyping(target)) {
    const field = searchField();
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  } else if (event.key === "ArrowDown" && target.matches?.(".st-key-q input")) {
    if (globalThis.guanxiToFirstResult?.()) event.preventDefault();
  }
}

export default function () {
  if (globalThis.guanxiKeys) return;
  globalThis.guanxiKeys = onKey;
  document.addEventListener("keydown", onKey);
}
