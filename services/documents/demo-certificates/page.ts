import PDFDocument from 'pdfkit';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Face } from './facets.ts';
import type { Point } from './outlines.ts';
import type { Profile } from './profile.ts';

/** A page of the demonstration: A4 across, measured in points from its upper left corner. */
export type Page = PDFKit.PDFDocument;
export type Box = { x: number; y: number; width: number; height: number };
export type Fact = readonly [name: string, value: string | undefined];

export const MARK = 'DEMONSTRATION \u2014 not a grading report';

const SERIF = 'Times-Roman';
const SANS = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const INK = '#1b2536';
const QUIET = '#667085';
const HAIRLINE = '#d8cfbf';
const ACCENT = '#9a7b4f';
const WARNING = '#9b2c2c';
const PAPER = '#fbfaf7';
const FACET = '#4b5f80';

export const MARGIN = 40;
const [WIDTH, HEIGHT] = [841.89, 595.28];
export const RIGHT = WIDTH - MARGIN;
export const TOP = 128;

/** The same stone gives the same bytes: the day of drawing is not told. */
const NO_DAY = new Date('2000-01-01T00:00:00Z');

/** One page with its heading, marked as a demonstration above, below and across; `draw` fills it. */
export function drawPage(
  heading: { title: string; subject: string },
  draw: (page: Page) => void,
): Promise<Buffer> {
  const page = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    info: {
      Title: plain(`${heading.title} ${heading.subject}`),
      Subject: plain(MARK),
      Creator: PRODUCT_NAME,
      Producer: PRODUCT_NAME,
      CreationDate: NO_DAY,
    },
    lang: 'en',
    displayTitle: true,
  });
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', () => resolve(Buffer.concat(chunks)));
    page.on('error', reject);
  });
  page.rect(0, 0, WIDTH, HEIGHT).fill(PAPER);
  drawWatermark(page);
  page
    .rect(20, 20, WIDTH - 40, HEIGHT - 40)
    .lineWidth(0.75)
    .stroke(HAIRLINE);
  drawHeading(page, heading);
  draw(page);
  drawFoot(page);
  page.end();
  return bytes;
}

function drawWatermark(page: Page): void {
  page.save().rotate(-24, { origin: [WIDTH / 2, HEIGHT / 2] });
  page.font(BOLD).fontSize(84).fillColor(ACCENT, 0.07);
  page.text('DEMONSTRATION', 0, HEIGHT / 2 - 36, { width: WIDTH, align: 'center', lineBreak: false });
  page.restore().fillOpacity(1);
}

function drawHeading(page: Page, { title, subject }: { title: string; subject: string }): void {
  page.font(SERIF).fontSize(26).fillColor(INK).text(PRODUCT_NAME, MARGIN, 40, { lineBreak: false });
  page
    .font(SANS)
    .fontSize(9)
    .fillColor(QUIET)
    .text(title, MARGIN, 70, { lineBreak: false, characterSpacing: 0.4 });
  page
    .font(SERIF)
    .fontSize(17)
    .fillColor(INK)
    .text(plain(subject), MARGIN, 45, { width: RIGHT - MARGIN, align: 'right' });
  page.rect(MARGIN, 90, RIGHT - MARGIN, 20).fill(WARNING);
  page
    .font(BOLD)
    .fontSize(9.5)
    .fillColor('#ffffff')
    .text(MARK, MARGIN, 96, { width: RIGHT - MARGIN, align: 'center', characterSpacing: 0.8 });
}

function drawFoot(page: Page): void {
  const words = `Drawn by ${PRODUCT_NAME} from the data of an invented stone. No laboratory has issued, seen or confirmed this page. The facets are a diagram of the shape at the stone's measurements; inclusions are not plotted.`;
  page
    .moveTo(MARGIN, HEIGHT - 64)
    .lineTo(RIGHT, HEIGHT - 64)
    .lineWidth(0.5)
    .stroke(HAIRLINE);
  page
    .font(BOLD)
    .fontSize(8)
    .fillColor(WARNING)
    .text(MARK, MARGIN, HEIGHT - 56, { lineBreak: false });
  page
    .font(SANS)
    .fontSize(7)
    .fillColor(QUIET)
    .text(words, MARGIN, HEIGHT - 43, { width: RIGHT - MARGIN });
}

/** A titled list of what is known, one line a fact; answers the y beneath it. */
export function drawFacts(
  page: Page,
  title: string,
  facts: readonly Fact[],
  { x, y, width }: Omit<Box, 'height'>,
): number {
  const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
  if (known.length === 0) return y;
  page.font(SERIF).fontSize(12.5).fillColor(ACCENT).text(title, x, y, { lineBreak: false });
  page
    .moveTo(x, y + 17)
    .lineTo(x + width, y + 17)
    .lineWidth(0.5)
    .stroke(HAIRLINE);
  let row = y + 23;
  for (const [name, value] of known) {
    page.font(SANS).fontSize(8.5).fillColor(QUIET).text(name, x, row, { lineBreak: false });
    page.font(BOLD).fontSize(8.5).fillColor(INK);
    const valueWidth = width * 0.62;
    const height = page.heightOfString(plain(value), { width: valueWidth });
    page.text(plain(value), x + width - valueWidth, row, { width: valueWidth, align: 'right' });
    row += Math.max(15, height + 5);
  }
  return row + 9;
}

/** A face as large as its box allows, with its width and length in millimetres where they are told. */
export function drawFace(
  page: Page,
  face: Face,
  caption: string,
  box: Box,
  size?: { width: number; length: number },
): void {
  drawCaption(page, caption, box);
  const inner = { x: box.x + 24, y: box.y + 20, width: box.width - 48, height: box.height - 44 };
  const xs = face.outline.map(([x]) => x);
  const ys = face.outline.map(([, y]) => y);
  const scale = Math.min(
    inner.width / (Math.max(...xs) - Math.min(...xs)),
    inner.height / (Math.max(...ys) - Math.min(...ys)),
  );
  const middle: Point = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  const put = ([x, y]: Point): [number, number] => [middle[0] + x * scale, middle[1] + y * scale];
  page
    .polygon(...face.outline.map(put))
    .lineWidth(1)
    .lineJoin('round')
    .fillAndStroke('#ffffff', INK);
  page.lineWidth(0.55).strokeColor(FACET);
  for (const edge of face.edges) path(page, edge.map(put)).stroke();
  if (!size) return;
  const [left, bottom] = put([Math.min(...xs), Math.max(...ys)]);
  const [right, top] = put([Math.max(...xs), Math.min(...ys)]);
  drawMeasure(page, [left, bottom + 9], [right, bottom + 9], `${millimetres(size.width)}`);
  drawMeasure(page, [right + 9, top], [right + 9, bottom], `${millimetres(size.length)}`);
}

/** The profile to scale, with each figure at its place. */
export function drawProfile(
  page: Page,
  { outline, girdle, figures }: Profile,
  { crownAngle, pavilionAngle }: { crownAngle: number | undefined; pavilionAngle: number | undefined },
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

/** A sentence in a box. */
export function drawNote(page: Page, words: string, { x, y, width }: Omit<Box, 'height'>): void {
  page.font(SANS).fontSize(8.5).fillColor(QUIET).text(plain(words), x, y, { width, lineGap: 2 });
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

export const millimetres = (value: number): string => `${value.toFixed(2)} mm`;
export const percent = (value: number): string => `${Number(value.toFixed(1))}%`;
export const degrees = (value: number): string => `${value.toFixed(1)}\u00b0`;

/** The page's fonts have no others than Western characters. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2019]/g, '?');
}
