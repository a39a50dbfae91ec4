import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { lettered, type WesternFont } from '#services/platform/pdf-letters.ts';
import { ACCENT, bytesOf, HAIRLINE, INK, newPdf, QUIET, type Pdf } from '#services/platform/pdf.ts';

const SERIF = 'Times-Roman';
const SERIF_BOLD = 'Times-Bold';
const SANS = 'Helvetica';
const SANS_BOLD = 'Helvetica-Bold';
const SHADE = '#f7f3ec';

/** Letter paper, in points. */
const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 54;
const RIGHT = WIDTH - MARGIN;
const BOTTOM = HEIGHT - 60;
const AMOUNT_WIDTH = 92;
const ITEM_WIDTH = 104;
const DETAIL_X = MARGIN + ITEM_WIDTH + 10;
const DETAIL_WIDTH = RIGHT - AMOUNT_WIDTH - 14 - DETAIL_X;
const TITLE_HEIGHT = 23;
const SUBTOTAL_HEIGHT = 30;
const TOTAL_HEIGHT = 40;
const CLOSING_GAP = 14;
const CLOSING_SPACE = 2.6;
const CLOSING = { font: SANS, size: 9, width: RIGHT - MARGIN } as const;
/** How much wider the total's shaded box is than the rows, so that its words and sum align with theirs. */
const OVERHANG = 12;
/** In characters: a longer name is printed smaller. */
const LONG_NAME = 40;
/** The greatest height of a row: the rest of its text is in the workbook. */
const MOST_ROW_HEIGHT = 480;

/** A document's rows in groups, for both bills and statements. */
export type PrintedDocument = {
  /** 'Bill for April 2026'. */
  title: string;
  /** The house's address and registration; '' where there are none. */
  sender: string;
  /** The name in large letters, and the lines below it. */
  party: { large: string; lines: readonly string[] };
  facts: readonly (readonly [name: string, value: string])[];
  /** The column heads on each page: of items, of their descriptions, and of amounts. */
  columns: readonly [item: string, detail: string, amount: string];
  /** The text shown when there are no groups. */
  nothing: string;
  /** A total of null: the group has no amounts. */
  groups: readonly { title: string; rows: readonly PrintedRow[]; total: string | null }[];
  total: { words: string; amount: string; note: string };
  /** The text below the total, such as where to pay. */
  closing: readonly string[];
  /** The foot of each page. */
  reference: string;
  /** The document's instant, fixed so that the same document gives the same bytes. */
  at: string;
};
export type PrintedRow = { item: string; detail: string; note: string; amount: string };

/**
 * The document as a PDF: letterhead, groups with subtotals, the total, page numbers. The same document gives the same
 * bytes.
 */
export async function printDocument(document: PrintedDocument): Promise<Buffer> {
  const pdf = await newPdf({
    title: `${document.title}, ${document.party.large}`.normalize('NFC'),
    author: PRODUCT_NAME,
    at: new Date(document.at),
    size: [WIDTH, HEIGHT],
    bufferPages: true,
  });
  const { groups, columns, closing } = document;
  const closingHeight = closing.reduce(
    (height, line) => height + blockHeight(pdf, line, CLOSING) + CLOSING_SPACE,
    closing.length === 0 ? 0 : CLOSING_GAP,
  );
  let y = columnHeads(pdf, columns, letterhead(pdf, document));
  const room = (height: number, within: string | null): void => {
    if (y + height <= BOTTOM) return;
    pdf.addPage({ size: [WIDTH, HEIGHT], margin: 0 });
    y = columnHeads(pdf, columns, continued(pdf, document));
    if (within !== null) y = groupTitle(pdf, `${within}, continued`, y);
  };
  for (const [index, { title, rows, total: sum }] of groups.entries()) {
    // A title is never left alone at the foot of a page, nor a sum at the head of one.
    const sums = SUBTOTAL_HEIGHT + (index === groups.length - 1 ? TOTAL_HEIGHT + closingHeight : 0);
    room(TITLE_HEIGHT + heightOf(pdf, rows[0]) + (rows.length === 1 ? sums : 0), null);
    y = groupTitle(pdf, title, y);
    for (const [at, row] of rows.entries()) {
      room(heightOf(pdf, row) + (at === rows.length - 1 ? sums : 0), title);
      y = printRow(pdf, row, y);
    }
    y = sum === null ? y + SUBTOTAL_HEIGHT / 2 : subtotal(pdf, sum, y);
  }
  if (groups.length === 0) {
    const words = { font: SANS, size: 9, color: QUIET, x: MARGIN, y, width: RIGHT - MARGIN } as const;
    y += block(pdf, document.nothing, words) + 18;
  }
  total(pdf, document.total, y);
  y += TOTAL_HEIGHT + CLOSING_GAP;
  for (const line of closing) y += block(pdf, line, { ...CLOSING, color: INK, x: MARGIN, y }) + CLOSING_SPACE;
  feet(pdf, document.reference);
  return bytesOf(pdf);
}

function letterhead(pdf: Pdf, document: PrintedDocument): number {
  const { title, sender, party, facts } = document;
  pdf.rect(0, 0, WIDTH, 6).fill(ACCENT);
  write(pdf, PRODUCT_NAME, { font: SERIF, size: 25, color: INK, x: MARGIN, y: 40 });
  write(pdf, title, {
    font: SERIF,
    size: 16,
    color: ACCENT,
    x: MARGIN,
    y: 47,
    width: RIGHT - MARGIN,
    align: 'right',
  });
  rule(pdf, 78, ACCENT, 0.75);
  const left = RIGHT - MARGIN - 210;
  const address = { font: SANS, size: 8, color: QUIET, x: MARGIN, y: 84, width: RIGHT - MARGIN } as const;
  const top = sender === '' ? 98 : 98 + block(pdf, sender, address);
  let y = top;
  const size = party.large.length > LONG_NAME ? 13 : 19;
  y += block(pdf, party.large, { font: SERIF_BOLD, size, color: INK, x: MARGIN, y, width: left }) + 4;
  for (const line of party.lines)
    y += block(pdf, line, { font: SANS, size: 9.5, color: QUIET, x: MARGIN, y, width: left }) + 2;
  if (lacksLetters(document))
    y += block(pdf, LACKING, { font: SANS, size: 8, color: QUIET, x: MARGIN, y: y + 3, width: left }) + 3;
  let fact = top + 2;
  for (const [name, value] of facts) {
    write(pdf, name, { font: SANS, size: 9, color: QUIET, x: RIGHT - 200, y: fact });
    write(pdf, value, {
      font: SANS_BOLD,
      size: 9,
      color: INK,
      x: RIGHT - 120,
      y: fact,
      width: 120,
      align: 'right',
    });
    fact += 15;
  }
  return Math.max(y, fact) + 18;
}

/** The head of each page after the first. */
function continued(pdf: Pdf, { title, party }: PrintedDocument): number {
  write(pdf, PRODUCT_NAME, { font: SERIF, size: 13, color: INK, x: MARGIN, y: 36 });
  const words = `${title} – ${party.large}`;
  write(pdf, words, {
    font: SANS,
    size: 9,
    color: QUIET,
    x: MARGIN + 90,
    y: 40,
    width: RIGHT - MARGIN - 90,
    align: 'right',
  });
  rule(pdf, 56, HAIRLINE, 0.5);
  return 70;
}

function columnHeads(pdf: Pdf, [item, detail, sum]: PrintedDocument['columns'], y: number): number {
  const head = { font: SANS, size: 7.5, color: QUIET, y } as const;
  write(pdf, item, { ...head, x: MARGIN });
  write(pdf, detail, { ...head, x: DETAIL_X });
  write(pdf, sum, { ...head, x: RIGHT - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right' });
  return y + 14;
}

function groupTitle(pdf: Pdf, words: string, y: number): number {
  write(pdf, words, { font: SERIF, size: 12.5, color: ACCENT, x: MARGIN, y });
  rule(pdf, y + 17, HAIRLINE, 0.5);
  return y + TITLE_HEIGHT;
}

function heightOf(pdf: Pdf, row: PrintedRow | undefined): number {
  if (!row) return 0;
  const item = blockHeight(pdf, row.item, { font: SANS_BOLD, size: 9, width: ITEM_WIDTH });
  const below = (words: string, size: number): number =>
    words === '' ? 0 : blockHeight(pdf, words, { font: SANS, size, width: DETAIL_WIDTH }) + 1;
  return Math.min(MOST_ROW_HEIGHT, Math.max(item, below(row.detail, 9) + below(row.note, 8)) + 6);
}

function printRow(pdf: Pdf, row: PrintedRow, y: number): number {
  const height = heightOf(pdf, row);
  block(pdf, row.item, { font: SANS_BOLD, size: 9, color: INK, x: MARGIN, y, width: ITEM_WIDTH });
  const detail = { font: SANS, x: DETAIL_X, width: DETAIL_WIDTH } as const;
  let at = y;
  if (row.detail !== '')
    at += block(pdf, row.detail, { ...detail, size: 9, color: INK, y, most: height }) + 1;
  if (row.note !== '')
    block(pdf, row.note, { ...detail, size: 8, color: QUIET, y: at, most: y + height - at });
  amount(pdf, row.amount, y, SANS);
  return y + height;
}

function subtotal(pdf: Pdf, words: string, y: number): number {
  pdf
    .moveTo(RIGHT - AMOUNT_WIDTH, y)
    .lineTo(RIGHT, y)
    .lineWidth(0.5)
    .stroke(HAIRLINE);
  amount(pdf, words, y + 4, SANS_BOLD);
  write(pdf, 'Subtotal', { font: SANS, size: 8, color: QUIET, x: DETAIL_X, y: y + 5 });
  return y + SUBTOTAL_HEIGHT;
}

function total(pdf: Pdf, { words, amount: sum, note }: PrintedDocument['total'], y: number): void {
  pdf.rect(MARGIN - OVERHANG, y, RIGHT - MARGIN + 2 * OVERHANG, TOTAL_HEIGHT).fill(SHADE);
  pdf.rect(MARGIN - OVERHANG, y, 3, TOTAL_HEIGHT).fill(ACCENT);
  write(pdf, words, { font: SERIF_BOLD, size: 15, color: INK, x: MARGIN, y: y + 8 });
  write(pdf, note, { font: SANS, size: 8.5, color: QUIET, x: MARGIN, y: y + 26 });
  write(pdf, sum, {
    font: SERIF_BOLD,
    size: 17,
    color: INK,
    x: RIGHT - 200,
    y: y + 11,
    width: 200,
    align: 'right',
  });
}

function feet(pdf: Pdf, reference: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(start + page);
    rule(pdf, HEIGHT - 50, HAIRLINE, 0.5);
    write(pdf, `${PRODUCT_NAME}  ·  ${reference}`, {
      font: SANS,
      size: 8,
      color: QUIET,
      x: MARGIN,
      y: HEIGHT - 42,
    });
    const words = `Page ${page + 1} of ${count}`;
    write(pdf, words, {
      font: SANS,
      size: 8,
      color: QUIET,
      x: RIGHT - 120,
      y: HEIGHT - 42,
      width: 120,
      align: 'right',
    });
  }
}

function amount(pdf: Pdf, words: string, y: number, font: WesternFont): void {
  write(pdf, words, {
    font,
    size: 9,
    color: INK,
    x: RIGHT - AMOUNT_WIDTH,
    y,
    width: AMOUNT_WIDTH,
    align: 'right',
  });
}

type Written = {
  font: WesternFont;
  size: number;
  color: string;
  x: number;
  y: number;
  width?: number;
  align?: 'right';
};

/** How far above their line the letters of the Western fonts start, in font sizes. */
const ASCENT: Readonly<Record<WesternFont, number>> = {
  [SERIF]: 0.683,
  [SERIF_BOLD]: 0.683,
  [SANS]: 0.718,
  [SANS_BOLD]: 0.718,
};
const MINUS = '−';

/**
 * Writes one line; what does not fit its width is cut with an ellipsis. The Western fonts have no minus sign, so an
 * amount's comes from another font, and the figures stay aligned with those of the other amounts.
 */
function write(pdf: Pdf, words: string, written: Written): void {
  const { font, size, color, x, y, width, align } = written;
  if (words.startsWith(MINUS) && align === 'right' && width !== undefined) {
    const figure = words.slice(MINUS.length);
    const figureWidth = pdf.font(font).fontSize(size).widthOfString(figure);
    const signWidth = pdf.font(lettered(font, MINUS).font).widthOfString(MINUS);
    pdf.fillColor(color).text(MINUS, x + width - figureWidth - signWidth, y + ASCENT[font] * size, {
      lineBreak: false,
      baseline: 'alphabetic',
    });
    return write(pdf, figure, written);
  }
  const { font: one, text } = lettered(font, words);
  pdf
    .font(one)
    .fontSize(size)
    .fillColor(color)
    .text(text, x, y, {
      lineBreak: width !== undefined,
      ...(width === undefined ? {} : { width, height: size * 1.3, ellipsis: true }),
      ...(align && { align }),
    });
}

type Measured = Pick<Written, 'font' | 'size'> & { width: number };

type Block = Omit<Written, 'align' | 'width'> & Measured & { most?: number };

/** Writes lines within a width, as many as the words need, or as `most` allows; returns their height. */
function block(pdf: Pdf, words: string, options: Block): number {
  const { color, x, y, width, most = Infinity } = options;
  const needed = blockHeight(pdf, words, options);
  pdf.fillColor(color).text(lettered(options.font, words).text, x, y, {
    width,
    ...(needed > most && { height: most, ellipsis: true }),
  });
  return Math.min(needed, most);
}

function blockHeight(pdf: Pdf, words: string, { font, size, width }: Measured): number {
  const { font: one, text } = lettered(font, words);
  return pdf.font(one).fontSize(size).heightOfString(text, { width });
}

const LACKING = 'Letters that this page cannot show appear as “?”. The workbook shows them.';

/** True when no font here has a letter of the document, so that it reads '?'. */
function lacksLetters({ sender, party, groups, closing }: PrintedDocument): boolean {
  const marks = (words: string): number => words.split('?').length;
  const lacks = (words: string): boolean => marks(lettered(SANS, words).text) > marks(words);
  return (
    [sender, party.large, ...party.lines, ...closing].some(lacks) ||
    groups.some(({ rows }) => rows.some((row) => [row.item, row.detail, row.note].some(lacks)))
  );
}

function rule(pdf: Pdf, y: number, color: string, width: number): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(width).stroke(color);
}
