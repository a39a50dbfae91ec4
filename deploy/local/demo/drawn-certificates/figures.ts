import type { Stone } from '#contracts/api/stones.ts';
import type { Point } from '#contracts/cut-stones/index.ts';
import type { Face } from './faces.ts';
import { ACCENT, INK, QUIET } from '#services/platform/pdf.ts';
import { SANS, type Box, type Page } from './page.ts';
import type { Profile } from './profile.ts';
import { degrees, millimetres, percent } from './words.ts';

const FACET = '#4b5f80';

/** A face as large as its box allows, with its width and length in millimetres where they are given. */
export function drawFace(
  page: Page,
  face: Face,
  caption: string,
  box: Box,
  size?: { width: number; length: number },
): void {
  drawCaption(page, caption, box);
  const inner = { x: box.x + 16, y: box.y + 20, width: box.width - 68, height: box.height - 44 };
  const xs = face.outline.map(([x]) => x);
  const ys = face.outline.map(([, y]) => y);
  const scale = Math.min(
    inner.width / (Math.max(...xs) - Math.min(...xs)),
    inner.height / (Math.max(...ys) - Math.min(...ys)),
  );
  const middle: Point = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  const put = ([x, y]: Point): [number, number] => [middle[0] + x * scale, middle[1] + y * scale];
  const outline = face.outline.map(put);
  page
    .polygon(...outline)
    .lineJoin('round')
    .fill('#ffffff');
  page.lineWidth(0.55).strokeColor(FACET);
  for (const facet of face.facets) page.polygon(...facet.map(put)).stroke();
  page
    .polygon(...outline)
    .lineWidth(1)
    .stroke(INK);
  if (!size) return;
  const [left, bottom] = put([Math.min(...xs), Math.max(...ys)]);
  const [right, top] = put([Math.max(...xs), Math.min(...ys)]);
  drawMeasure(page, [left, bottom + 9], [right, bottom + 9], millimetres(size.width));
  drawMeasure(page, [right + 9, top], [right + 9, bottom], millimetres(size.length));
}

/** The profile to scale, with each figure at its place. */
export function drawProfile(
  page: Page,
  { outline, girdle, figures }: Profile,
  { crownAngle, pavilionAngle }: Pick<Stone, 'crownAngle' | 'pavilionAngle'>,
  box: Box,
): void {
  drawCaption(page, 'Profile to scale, in % of the average diameter', box);
  const { crownHeight, girdlePct, pavilionDepth, tablePct } = figures;
  const scale = Math.min(
    (box.width - 130) / 100,
    (box.height - 54) / (crownHeight + girdlePct + pavilionDepth),
  );
  const middle: Point = [box.x + box.width / 2, box.y + 38 + crownHeight * scale];
  const put = ([x, y]: Point): [number, number] => [middle[0] + x * scale, middle[1] + y * scale];
  page
    .polygon(...outline.map(put))
    .lineWidth(1)
    .lineJoin('round')
    .fillAndStroke('#ffffff', INK);
  page.lineWidth(0.55).strokeColor(FACET);
  for (const edge of girdle) path(page, edge.map(put)).stroke();
  drawMeasure(
    page,
    put([-tablePct / 2, -crownHeight - 3]),
    put([tablePct / 2, -crownHeight - 3]),
    `table ${percent(tablePct)}`,
    'above',
  );
  const edge = put([50, 0])[0] + 10;
  drawMeasure(
    page,
    [edge, put([0, -crownHeight])[1]],
    [edge, put([0, 0])[1]],
    `crown ${percent(crownHeight)}`,
  );
  drawMeasure(
    page,
    [edge, put([0, girdlePct])[1]],
    [edge, put([0, girdlePct + pavilionDepth])[1]],
    `pavilion ${percent(pavilionDepth)}`,
  );
  page.font(SANS).fontSize(7.5).fillColor(INK);
  const left = put([-50, 0])[0];
  if (crownAngle !== undefined)
    page.text(degrees(crownAngle), left - 34, put([0, -crownHeight / 2])[1] - 4, {
      width: 38,
      align: 'right',
    });
  page.text(`girdle ${percent(girdlePct)}`, left - 66, put([0, girdlePct / 2])[1] - 3, {
    width: 60,
    align: 'right',
  });
  if (pavilionAngle !== undefined)
    page.text(degrees(pavilionAngle), left - 20, put([0, girdlePct + pavilionDepth / 2])[1] - 4, {
      width: 50,
      align: 'right',
    });
}

function drawCaption(page: Page, caption: string, { x, y, width }: Box): void {
  page.font(SANS).fontSize(8).fillColor(QUIET).text(caption, x, y, { width, align: 'center' });
}

/** A line with a stroke at each end and its length written beside it: to the right of an upright one. */
function drawMeasure(
  page: Page,
  from: Point,
  to: Point,
  words: string,
  side: 'below' | 'above' = 'below',
): void {
  const upright = from[0] === to[0];
  const [dx, dy] = upright ? [2.5, 0] : [0, 2.5];
  page.lineWidth(0.5).strokeColor(ACCENT);
  path(page, [from, to]).stroke();
  for (const [x, y] of [from, to])
    path(page, [
      [x - dx, y - dy],
      [x + dx, y + dy],
    ]).stroke();
  page.font(SANS).fontSize(7.5).fillColor(INK);
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  if (upright) page.text(words, x + 5, y - 3.5, { lineBreak: false });
  else page.text(words, x - 50, side === 'below' ? y + 4 : y - 11, { width: 100, align: 'center' });
}

function path(page: Page, [first, ...rest]: readonly Point[]): Page {
  if (!first) return page;
  page.moveTo(...first);
  for (const point of rest) page.lineTo(...point);
  return page;
}
