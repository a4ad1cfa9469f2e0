// Buttons over the picture: fit, full screen, and the picture as a file.
// The canvas as it is seen, on the page's background: a canvas of its own is transparent.
function asPng(view, name) {
  const seen = view.canvas.querySelector("canvas");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [seen.width, seen.height];
  const context = copy.getContext("2d");
  context.fillStyle = getComputedStyle(view.canvas).getPropertyValue("--st-background-color").trim();
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(seen, 0, 0);
  copy.toBlob((blob) => save(blob, `${name}.png`));
}

function asSvg(view, name) {
  save(new Blob([drawnAsSvg(view)], { type: "image/svg+xml" }), `${name}.svg`);
}

function toggleFullscreen(view) {
  const frame = view.canvas.closest(".frame");
  if (frame.getRootNode().fullscreenElement) document.exitFullscreen();
  else frame.requestFullscreen();
}

const TOOLS = {
  fit: (view) => view.fit(),
  fullscreen: (view) => toggleFullscreen(view),
  png: (view, data) => asPng(view, data.filename),
  svg: (view, data) => asSvg(view, data.filename),
};

// One button for each tool that the page gives a label to.
function drawTools(element, view, data) {
  const bar = element.querySelector(".tools");
  const labels = JSON.stringify(data.tools ?? {});
  if (bar.dataset.labels === labels) return;
  bar.dataset.labels = labels;
  bar.replaceChildren(
    ...Object.entries(data.tools ?? {}).map(([tool, label]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.tool = tool;
      button.textContent = label;
      button.onclick = () => view.network && TOOLS[tool](view, view.data);
      return button;
    }),
  );
}
