// A page whose program was gone is loaded anew as soon as it answers: the address holds the view. Streamlit would go on by
// itself, but its sliders then no longer tell what they are moved to (1.67).
const HEALTH = "_stcore/health"; // beside the page, also below a path of its own
const EVERY = 500; // milliseconds

function saysSo(titles) {
  const dialogs = [...document.querySelectorAll('[data-testid="stDialog"]')];
  return dialogs.some((dialog) => titles.some((title) => dialog.innerText.includes(title)));
}

async function answers() {
  try {
    return (await fetch(new URL(HEALTH, location.href), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

async function waitForProgram(state) {
  state.waiting = true;
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, EVERY));
  location.reload();
}

export default function ({ data }) {
  const state = (globalThis.guanxiReconnecting ??= { titles: [], waiting: false, observer: null });
  state.titles = data.titles;
  if (state.observer) return;
  state.observer = new MutationObserver(() => {
    if (!state.waiting && saysSo(state.titles)) waitForProgram(state);
  });
  state.observer.observe(document.body, { childList: true });
}
