import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { lettered } from '#services/platform/pdf-letters.ts';
import { ACCENT, bytesOf, HAIRLINE, INK, newPdf, QUIET, type Pdf } from '#services/platform/pdf.ts';

/** A page of the demonstration: A4 across, measured in points from its upper left corner. */
export type Page = Pdf;
export type Box = { x: number; y: number; width: number; height: number };
export type Fact = readonly [name: string, value: string | undefined];

export const MARK = 'DEMONSTRATION \u2014 not a grading report';

const SERIF = 'Times-Roman';
export const SANS = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const WARNING = '#9b2c2c';
const PAPER = '#fbfaf7';

export const MARGIN = 40;
const [WIDTH, HEIGHT] = [841.89, 595.28];
export const RIGHT = WIDTH - MARGIN;
export const TOP = 128;

/** The same stone gives the same bytes: the day of drawing is left out. */
const NO_DAY = new Date('2000-01-01T00:00:00Z');

/** One page with its heading, marked as a demonstration above, below and across; `draw` fills it. */
export async function drawPage(
  heading: { title: string; subject: string },
  draw: (page: Page) => void,
): Promise<Buffer> {
  const page = await newPdf({
    title: `${heading.title} ${heading.subject}`,
    subject: MARK,
    at: NO_DAY,
    size: [WIDTH, HEIGHT],
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
  return bytesOf(page);
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
  const shown = lettered(SERIF, subject);
  page
    .font(shown.font)
    .fontSize(17)
    .fillColor(INK)
    .text(shown.text, MARGIN, 45, { width: RIGHT - MARGIN, align: 'right' });
  page.rect(MARGIN, 90, RIGHT - MARGIN, 20).fill(WARNING);
  page
    .font(BOLD)
    .fontSize(9.5)
    .fillColor('#ffffff')
    .text(MARK, MARGIN, 96, { width: RIGHT - MARGIN, align: 'center', characterSpacing: 0.8 });
}

function drawFoot(page: Page): void {
  const words = `Drawn by ${PRODUCT_NAME} from the stone's data in a demonstration. No laboratory has issued, seen or confirmed this page. The facets are a diagram of the shape at the stone's measurements; inclusions are not plotted.`;
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
    const { font, text } = lettered(BOLD, value);
    page.font(font).fontSize(8.5).fillColor(INK);
    const valueWidth = width * 0.62;
    const height = page.heightOfString(text, { width: valueWidth });
    page.text(text, x + width - valueWidth, row, { width: valueWidth, align: 'right' });
    row += Math.max(15, height + 5);
  }
  return row + 9;
}

/** A sentence in a box. */
export function drawNote(page: Page, words: string, { x, y, width }: Omit<Box, 'height'>): void {
  const { font, text } = lettered(SANS, words);
  page.font(font).fontSize(8.5).fillColor(QUIET).text(text, x, y, { width, lineGap: 2 });
}
