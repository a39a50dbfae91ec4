import { formatCount } from '#contracts/vocabulary/counts.ts';
import { unzipSync, type Unzipped } from 'fflate';
import { checkSheet } from './check-sheet.ts';
import { attribute, BrokenXml, scanTags } from './scan-tags.ts';
import { UnreadableSheet, type CellRange, type SheetLimits } from './sheet.ts';
import { xmlText } from './xml-text.ts';

/** The parts of a workbook's archive that describe cells, expanded; nothing else is. */
export type CellParts = {
  /** In the order of the workbook. */
  sheets: readonly SheetPart[];
  workbook: string;
  styles: string;
  sharedStrings: string;
};

/** A sheet that is not read yet. Its XML is a string of single bytes. */
export type SheetPart = { name: string; xml: () => string; merges: readonly CellRange[] };

const WORKSHEET = /^xl\/worksheets\/sheet\d+\.xml$/;
const HOLDS_CELLS =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/;
const MOST_PARTS = 10_000;
/** In characters, as in spreadsheet programs; each cell that has the format is tested against it. */
const LONGEST_FORMAT = 255;

/**
 * Opens a workbook's archive (rule: Workbook limits): refused before anything of it is expanded when its
 * directory promises more bytes than the limit, and before a cell is read when a sheet has more rows, columns,
 * cells or merges. A part that expands to more than its directory promised is cut off there, so a lying directory
 * gains nothing. Throws UnreadableSheet.
 */
export function openArchive(bytes: Uint8Array, limits: SheetLimits): CellParts {
  const directory = listParts(bytes);
  const promised = directory.reduce((sum, part) => sum + part.originalSize, 0);
  if (promised > limits.expandedBytes || directory.length > MOST_PARTS) {
    throw new UnreadableSheet(
      `The workbook would expand to ${inMegabytes(promised)} MB, more than ${inMegabytes(limits.expandedBytes)} MB: split it, or remove pictures and empty rows.`,
    );
  }
  if (!directory.some(({ name }) => WORKSHEET.test(name))) throw notAWorkbook();
  const parts = archiveParts(() => unzipSync(bytes, { filter: ({ name }) => HOLDS_CELLS.test(name) }));
  try {
    return checked(parts, limits);
  } catch (cause) {
    if (cause instanceof BrokenXml) throw damaged(cause);
    throw cause;
  }
}

function checked(parts: Unzipped, limits: SheetLimits): CellParts {
  const workbook = textOf(parts['xl/workbook.xml']);
  if (workbook === '') throw notAWorkbook();
  const [styles, sharedStrings] = [textOf(parts['xl/styles.xml']), textOf(parts['xl/sharedStrings.xml'])];
  checkFormats(styles);
  scanTags(sharedStrings, () => undefined);
  const named = sheetsOf(workbook, textOf(parts['xl/_rels/workbook.xml.rels']));
  const merges = new Map<string, readonly CellRange[]>();
  let cells = 0;
  for (const [file, part] of Object.entries(parts)) {
    if (!WORKSHEET.test(file)) continue;
    const found = checkSheet(named.get(file) ?? file, textOf(part), limits, cells);
    cells = found.cells;
    merges.set(file, found.merges);
  }
  const sheets = [...named].flatMap(([file, name]) =>
    merges.has(file) ? [{ name, xml: () => textOf(parts[file]), merges: merges.get(file) ?? [] }] : [],
  );
  if (sheets.length === 0) throw notAWorkbook();
  return { sheets, workbook, styles, sharedStrings };
}

type Part = { name: string; originalSize: number };

function listParts(bytes: Uint8Array): Part[] {
  const parts: Part[] = [];
  archiveParts(() =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        parts.push({ name, originalSize });
        return false;
      },
    }),
  );
  return parts;
}

function archiveParts(open: () => Unzipped): Unzipped {
  try {
    return open();
  } catch (cause) {
    throw damaged(cause);
  }
}

/** The part as a string of single bytes: tags, numbers and references are ASCII. */
function textOf(part: Uint8Array | undefined): string {
  return part ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1') : '';
}

/** The names of a workbook's sheets by the file of each, in the workbook's order. Throws BrokenXml. */
function sheetsOf(workbook: string, relations: string): Map<string, string> {
  const files = new Map<string, string>();
  scanTags(relations, (tag, attributes) => {
    if (tag !== 'Relationship') return;
    const target = attribute(attributes, 'Target') ?? '';
    files.set(attribute(attributes, 'Id') ?? '', `xl/${target.replace(/^\/xl\//, '')}`);
  });
  const sheets = new Map<string, string>();
  scanTags(workbook, (tag, attributes) => {
    if (tag !== 'sheet') return;
    const file = files.get(relationOf(attributes) ?? '');
    if (file !== undefined) sheets.set(file, xmlText((attribute(attributes, 'name') ?? '').slice(0, 200)));
  });
  return sheets;
}

/** The relation of a sheet's part: programs choose the prefix of its name, which is `r` for most. */
const relationOf = (attributes: string): string | undefined =>
  attribute(attributes, 'r:id') ?? attribute(attributes, /^[^:]+:id$/);

function checkFormats(styles: string): void {
  scanTags(styles, (tag, attributes) => {
    // An entity is longer than its character: a name within the limit is accepted as it is written.
    const format = attribute(attributes, 'formatCode')?.replace(/&[^;&]{1,8};/g, '.') ?? '';
    if (tag === 'numFmt' && format.length > LONGEST_FORMAT)
      throw new UnreadableSheet(
        `The workbook has a number format of more than ${LONGEST_FORMAT} characters: remove it.`,
      );
  });
}

function notAWorkbook(): UnreadableSheet {
  return new UnreadableSheet('This is not an Excel workbook: save the file as .xlsx or as CSV.');
}

function damaged(cause: unknown): UnreadableSheet {
  return new UnreadableSheet('The workbook is damaged: open it in a spreadsheet program and save it again.', {
    cause,
  });
}

function inMegabytes(bytes: number): string {
  return formatCount(Math.ceil(bytes / 1024 / 1024));
}
