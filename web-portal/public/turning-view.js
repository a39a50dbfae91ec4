// Shows the views of a stone one after the other: by itself, as it is dragged, or by the arrow keys.

/** @typedef {[fill: string, opacity: number, points: number[]]} Facet */

const TURN_MS = 9000;
const EDGE = 'rgb(107 119 128 / 0.42)';
const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas'));
const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));

/** @type {{ share: number, views: Facet[][] }} */
const { share, views } = JSON.parse(document.querySelector('#views')?.textContent ?? '');
/** In views; any number. */
let place = 0;
let resting = matchMedia('(prefers-reduced-motion: reduce)').matches;
/** @type {number | null} */
let dragged = null;
let shown = -1;

function draw() {
  const view = ((Math.round(place) % views.length) + views.length) % views.length;
  if (view === shown) return;
  shown = view;
  const degrees = Math.round((view * 360) / views.length);
  canvas.setAttribute('aria-valuenow', String(degrees));
  canvas.setAttribute('aria-valuetext', `${degrees} degrees`);
  const { width, height } = canvas;
  // As large as the stone's still, which covers the same field; whole in every field.
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  const half = Math.min(longer * share, shorter * 0.45);
  pen.clearRect(0, 0, width, height);
  pen.lineWidth = Math.max(0.5, half / 260);
  pen.strokeStyle = EDGE;
  pen.lineJoin = 'round';
  for (const [fill, opacity, points] of views[view] ?? []) {
    pen.beginPath();
    for (let at = 0; at < points.length; at += 2)
      pen.lineTo(
        width / 2 + ((points[at] ?? 0) * half) / 1000,
        height / 2 - longer * 0.025 + ((points[at + 1] ?? 0) * half) / 1000,
      );
    pen.closePath();
    pen.globalAlpha = opacity;
    pen.fillStyle = fill;
    pen.fill();
    pen.globalAlpha = 1;
    pen.stroke();
  }
}

/** @param {number} by views */
function turn(by) {
  resting = true;
  place += by;
  draw();
}

new ResizeObserver(() => {
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  shown = -1;
  draw();
}).observe(canvas);

canvas.addEventListener('keydown', (event) => {
  // The dialog around this frame closes by it as it does everywhere else.
  if (event.key === 'Escape')
    frameElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -place }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  turn(by);
});
canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId);
  dragged = event.clientX;
});
canvas.addEventListener('pointermove', (event) => {
  if (dragged === null) return;
  turn(((event.clientX - dragged) * views.length) / canvas.clientWidth);
  dragged = event.clientX;
});
for (const end of ['pointerup', 'pointercancel'])
  canvas.addEventListener(end, () => {
    dragged = null;
  });

let last = performance.now();
/** @param {number} now */
function step(now) {
  if (resting) return;
  if (dragged === null) {
    place += ((now - last) * views.length) / TURN_MS;
    draw();
  }
  last = now;
  requestAnimationFrame(step);
}
draw();
requestAnimationFrame(step);
// Only now does it answer keys.
canvas.setAttribute('role', 'slider');
canvas.tabIndex = 0;

export {};
