// "/" goes to the search field of the page; from the question the arrow down goes on to the first result.
const FIELDS = { "": "q", company: "id", explore: "explore-add", recommend: "company" };

// By the page, not by what is there: while a page is drawn, its search field may be the last to come.
function searchField() {
  const page = location.pathname.split("/").pop();
  const field = document.querySelector(`.st-key-${FIELDS[page] ?? "q"} input`);
  return field?.offsetParent ? field : null;
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
