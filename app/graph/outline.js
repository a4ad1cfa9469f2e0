// The land behind a map, in the coordinates of the picture.
function drawOutline(context, outline, fill) {
  context.save();
  context.fillStyle = fill;
  for (const polygon of outline) {
    context.beginPath();
    for (const [x, y] of polygon) context.lineTo(x, y);
    context.closePath();
    context.fill();
  }
  context.restore();
}
