// The name and the evidence of the line that is pointed at: vis itself would tell those of any line near it.
function nameLines(view) {
  const box = document.createElement("div");
  box.className = "vis-tooltip";
  view.canvas.append(box);
  const hide = () => { box.style.visibility = "hidden"; };
  view.network.on("hoverEdge", ({ edge, pointer }) => {
    box.textContent = view.data.edges.find(({ id }) => id === edge)?.title ?? "";
    const { clientWidth, clientHeight } = view.canvas;
    const fit = (at, size, room) => Math.max(4, Math.min(at + 8, room - size - 4));
    box.style.left = `${fit(pointer.DOM.x, box.offsetWidth, clientWidth)}px`;
    box.style.top = `${fit(pointer.DOM.y, box.offsetHeight, clientHeight)}px`;
    box.style.visibility = box.textContent ? "visible" : "hidden";
  });
  for (const event of ["blurEdge", "hoverNode", "dragStart", "zoom"]) view.network.on(event, hide);
}
