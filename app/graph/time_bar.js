// A bar of years under the picture: how many relations began when, and which of them held in the chosen years.
const chosenTimes = (globalThis.guanxiChosenTimes ??= new Map()); // survive reruns and remounts
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const PLAY_MS = 700;
const MOST_BARS = 40;

// The years of the relations drawn, and the chosen ones as far as they lie among them.
function timeOf({ edges }, chosen) {
  const dated = edges.filter(({ period }) => period);
  const years = dated.flatMap(({ period }) => period.filter((year) => year !== null));
  if (!years.length) return undefined;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const whole = !chosen || (chosen.from <= chosen.first && chosen.until >= chosen.last);
  const inside = (year) => Math.max(first, Math.min(last, year));
  return {
    first, last,
    from: whole ? first : inside(chosen.from),
    until: whole ? last : inside(chosen.until),
    undated: chosen?.undated ?? true,
  };
}

function isWhole(time) {
  return time.from <= time.first && time.until >= time.last;
}

// Whether a line held at any time in the chosen years; where nothing is chosen, all did. What has no date stays.
function holdsIn({ period }, time) {
  if (!time) return true;
  if (!period) return time.undated;
  if (isWhole(time)) return true;
  const [from, until] = period;
  return (from ?? -Infinity) <= time.until && (until ?? Infinity) >= time.from;
}

function part(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

// How many relations began in each year, or in as many years as one bar stands for.
function histogram({ edges }, { first, last }) {
  const width = Math.ceil((last - first + 1) / MOST_BARS);
  const counts = Array(Math.ceil((last - first + 1) / width)).fill(0);
  for (const { period } of edges) {
    const year = period?.[0] ?? period?.[1];
    if (year !== undefined && year !== null) counts[Math.floor((year - first) / width)] += 1;
  }
  const most = Math.max(...counts);
  const bars = part("div", "years");
  bars.setAttribute("aria-hidden", "true");
  counts.forEach((count, place) => {
    const bar = part("i");
    bar.style.height = `${count ? Math.max(8, (100 * count) / most) : 0}%`;
    bar.dataset.from = first + place * width;
    bar.dataset.until = first + (place + 1) * width - 1;
    bar.title = `${bar.dataset.from}${width > 1 ? `–${bar.dataset.until}` : ""}: ${count}`;
    bars.append(bar);
  });
  return bars;
}

function slider(view, end, words) {
  const input = part("input");
  Object.assign(input, { type: "range", min: view.time.first, max: view.time.last, step: 1, value: view.time[end] });
  input.setAttribute("aria-label", words[end]);
  input.dataset.end = end;
  input.oninput = () => {
    stopPlaying(view);
    const { from, until } = view.time;
    const value = Number(input.value);
    view.chooseTime(end === "from" ? { from: Math.min(value, until) } : { until: Math.max(value, from) });
    followTime(view);
  };
  return input;
}

function stopPlaying(view) {
  clearInterval(view.playing);
  view.playing = undefined;
}

// Year by year from the first to the last; for who wants no motion, one year a click.
function play(view) {
  const step = () => {
    const { time } = view;
    const next = time.until >= time.last ? time.first : time.until + 1;
    view.chooseTime({ from: time.first, until: next });
    if (next >= time.last) stopPlaying(view);
    followTime(view);
  };
  if (view.playing) stopPlaying(view);
  else {
    if (!CALM.matches) view.playing = setInterval(step, PLAY_MS);
    step();
  }
  followTime(view);
}

// Handles, bars and words where the chosen years are.
function followTime(view) {
  const { time, bar } = view;
  const words = view.data.timeWords;
  for (const input of bar.querySelectorAll("input[type=range]")) input.value = time[input.dataset.end];
  for (const year of bar.querySelectorAll(".years i")) {
    year.classList.toggle("out", Number(year.dataset.until) < time.from || Number(year.dataset.from) > time.until);
  }
  const shown = view.data.edges.filter((edge) => holdsIn(edge, time)).length;
  const range = isWhole(time) ? words.whole : words.range;
  bar.querySelector(".said").textContent = range
    .replace("{first}", time.from).replace("{last}", time.until)
    .replace("{shown}", shown).replace("{all}", view.data.edges.length);
  const button = bar.querySelector("button");
  button.textContent = view.playing ? "❚❚" : "▶";
  button.setAttribute("aria-label", view.playing ? words.pause : words.play);
}

function drawTime(bar, view) {
  const { data, time } = view;
  const words = data.timeWords;
  stopPlaying(view);
  view.bar = bar;
  bar.hidden = data.plain || !time || time.first === time.last;
  if (bar.hidden) return bar.replaceChildren();
  bar.setAttribute("aria-label", words.title);
  const button = part("button");
  button.type = "button";
  button.onclick = () => play(view);
  const track = part("div", "track");
  track.append(histogram(data, time), slider(view, "from", words), slider(view, "until", words));
  const said = part("span", "said");
  said.setAttribute("role", "status");
  const without = data.edges.filter(({ period }) => !period).length;
  bar.replaceChildren(button, part("span", "", String(time.first)), track, part("span", "", String(time.last)), said);
  if (without) {
    const label = part("label", "undated", words.undated.replace("{count}", without));
    const box = part("input");
    Object.assign(box, { type: "checkbox", checked: time.undated });
    box.onchange = () => {
      view.chooseTime({ undated: box.checked });
      followTime(view);
    };
    label.title = words.undated_help;
    label.prepend(box);
    bar.append(label);
  }
  followTime(view);
}
