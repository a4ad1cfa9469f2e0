// The bar at the top shows in the moment of a click that asks something of the program; streamlit itself says that it works
// only when the program has said so. Where nothing begins, it goes again.
const ASKS = 'button:not(:disabled), a[href], [role="radio"], [role="switch"], [role="option"], canvas';
const OPENS_ONLY = "[aria-haspopup], [aria-expanded], [download]";
const BEGINS_WITHIN = 1000; // milliseconds
const SHOWN = "guanxiWorking";

function asks(event) {
  const touched = event.composedPath().filter((each) => each instanceof Element);
  return touched.some((each) => each.matches(ASKS)) && !touched.some((each) => each.matches(OPENS_ONLY));
}

function onClick(event) {
  const state = globalThis.guanxiWorking;
  if (!event.isTrusted || event.defaultPrevented || !asks(event)) return;
  document.documentElement.dataset[SHOWN] = "";
  state.begun = false;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => state.begun || hide(), BEGINS_WITHIN);
}

function hide() {
  delete document.documentElement.dataset[SHOWN];
}

function onState(app) {
  if (app.dataset.testScriptState !== "notRunning") globalThis.guanxiWorking.begun = true;
  else if (globalThis.guanxiWorking.begun) hide();
}

export default function () {
  const app = document.querySelector('[data-testid="stApp"]');
  if (globalThis.guanxiWorking || !app) return;
  globalThis.guanxiWorking = { begun: false, timer: 0 };
  document.addEventListener("click", onClick, true);
  new MutationObserver(() => onState(app)).observe(app, { attributes: true, attributeFilter: ["data-test-script-state"] });
}
