import { facetsOf, type Facet } from '#contracts/cut-stones/index.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { bodyColour, seenFacets, type Seen } from './light.ts';
import { escaped, facetPaths, MARK, MIDDLE, picture, SIDE } from './picture.ts';
import type { StoneSubject } from './subject.ts';

/** Views of a turning stone, one after the other; the first is its face. */
const VIEWS = 48;
/** Tipped a little, so that the table is seen from above, in turns. */
const TIP = 0.03;

const bodyOf = ({ colour, fancy, intensity, overtone }: StoneSubject) =>
  bodyColour({ colour, fancyColour: fancy, fancyIntensity: intensity, fancyOvertone: overtone });

function cutOf({ shape, length, width, height, table, crown, girdle, star, halves }: StoneSubject): Facet[] {
  return facetsOf({
    shapeCode: shape,
    length,
    width,
    height,
    tablePct: table,
    crownHeight: crown,
    girdlePct: girdle,
    starHalves: star,
    pavilionHalves: halves,
  });
}

function nameOf({ shape, colour, fancy, intensity, overtone }: StoneSubject): string {
  const kind = SHAPES.find(({ shapeCode }) => shapeCode === shape)?.description ?? shape;
  const tint = fancy
    ? [intensity, overtone === 'None' ? undefined : overtone, fancy].filter(Boolean).join(' ')
    : `colour ${colour ?? 'not graded'}`;
  return `${kind}, ${tint}`;
}

/** A stone's still: its face, at its measurements and proportions. */
export function drawStill(stone: StoneSubject): string {
  return stillFrom(stone, seenFacets(cutOf(stone), bodyOf(stone), 0, 0));
}

function stillFrom(stone: StoneSubject, facets: readonly Seen[]): string {
  const longer = Math.max(stone.length, stone.width);
  const [half, high] = [(stone.width / longer) * MIDDLE.half, (stone.length / longer) * MIDDLE.half];
  return picture(`Picture of a stone: ${nameOf(stone)}`, facetPaths(facets, MIDDLE), {
    x: MIDDLE.x,
    y: MIDDLE.y + high + 4,
    width: half * 0.8,
  });
}

/**
 * A page with a stone that turns: by itself, by dragging, by the arrow keys. It moves only when asked where motion is not
 * wanted. The views are drawn here; `/turning-view.js`, a file of the portal's, shows one after the other.
 */
export function drawTurningView(stone: StoneSubject): string {
  const [facets, body] = [cutOf(stone), bodyOf(stone)];
  const views = Array.from({ length: VIEWS }, (_, view) =>
    seenFacets(facets, body, view / VIEWS, TIP).map(({ points, fill, opacity }) => [
      fill,
      opacity,
      points.flatMap(([x, y]) => [Math.round(x * 1000), Math.round(y * 1000)]),
    ]),
  );
  const name = escaped(nameOf(stone));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Turning view: ${name} (${MARK.toLowerCase()})</title>
    <style>
      html, body { height: 100%; margin: 0; overflow: hidden; background: linear-gradient(#eef2f4, #fff); }
      body { display: grid; place-items: center; }
      canvas { width: 100%; height: 100%; touch-action: none; cursor: grab; outline-offset: -4px; }
      canvas:active { cursor: grabbing; }
      p { position: fixed; top: min(50% + 35.5vmax, 100% - 2.2em); margin: 0; pointer-events: none; color: #69737b; font: max(7px, 2.75vmax)/1 Helvetica, Arial, sans-serif; letter-spacing: 0.27em; text-indent: 0.27em; }
    </style>
    <script type="module" src="/turning-view.js"></script>
  </head>
  <body>
    <canvas aria-valuemin="0" aria-valuemax="359" aria-valuenow="0" aria-valuetext="0 degrees" aria-orientation="horizontal" aria-label="Turning view: ${name}. Drag it, or press the arrow keys."></canvas>
    <p>${MARK}</p>
    <script id="views" type="application/json">${JSON.stringify({ share: MIDDLE.half / SIDE, views })}</script>
  </body>
</html>
`;
}
