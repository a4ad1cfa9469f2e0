// Keeps one address in the browser's history for each page that is turned to. Streamlit writes two, in either order: the
// bare path of the page and its parameters behind the path; Back would stop at a page that shows nothing.
const state = (globalThis.guanxiPageTurns ??= { since: [], watching: false });

// What was pushed since a person last did something: "path" or "parameters" alone, both are "whole".
function kind(to) {
  if (to.pathname === location.pathname) return "parameters";
  return to.search === "" || to.search === location.search ? "path" : "whole";
}

export default function () {
  if (state.watching) return;
  state.watching = true;
  const push = history.pushState.bind(history);
  history.pushState = (data, unused, url) => {
    const now = kind(new URL(url ?? "", location.href));
    const before = state.since.at(-1);
    const completes = now !== before && [now, before].sort().join() === "parameters,path";
    state.since.push(completes ? "whole" : now);
    return completes ? history.replaceState(data, unused, url) : push(data, unused, url);
  };
  // What a person does on the page is a step of its own, which Back takes back.
  for (const each of ["pointerdown", "keydown"]) addEventListener(each, () => (state.since = []), true);
}
