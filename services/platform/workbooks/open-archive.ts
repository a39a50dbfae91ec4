import { formatCount } from '#contracts/vocabulary/counts.ts';
import { unzipSync, type Unzipped } from 'fflate';
import { checkSheet, type CellRange } from './check-sheet.ts';
import { attribute, BrokenXml, scanTags } from './scan-tags.ts';
import { UnreadableSheet, type SheetLimits } from './sheet.ts';

/** The parts of a workbook's archive that hold cells, expanded; nothing else of it is. */
export type CellParts = {
  parts: Unzipped;
  /** Merged ranges by the `sheetId` that the workbook gives its sheet. */
  merges: ReadonlyMap<number, readonly CellRange[]>;
};

const WORKSHEET = /^xl\/worksheets\/sheet\d+\.xml$/;
const HOLDS_CELLS =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/;
const MOST_PARTS = 10_000;
/** The highest `sheetId` that a spreadsheet program gives; its memory grows with it. */
const HIGHEST_SHEET_ID = 65_534;
/** Of characters, as spreadsheet programs have it; each cell that has the format is compared with it. */
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
  const workbook = workbookWithoutNames(parts);
  checkFormats(parts['xl/styles.xml']);
  scanTags(textOf(parts['xl/sharedStrings.xml']), () => undefined);
  const sheets = sheetsOf(workbook, textOf(parts['xl/_rels/workbook.xml.rels']));
  const merges = new Map<number, readonly CellRange[]>();
  let cells = 0;
  for (const [file, part] of Object.entries(parts)) {
    if (!WORKSHEET.test(file)) continue;
    const { id, name } = sheets.get(file) ?? { id: 0, name: file };
    const found = checkSheet(name, textOf(part), limits, cells);
    cells = found.cells;
    merges.set(id, found.merges);
  }
  return { parts: { ...parts, 'xl/workbook.xml': Buffer.from(workbook, 'latin1') }, merges };
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

/** Its bytes one by one: tags, numbers and references are ASCII. */
function textOf(part: Uint8Array | undefined): string {
  return part ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1') : '';
}

/** exceljs goes through every cell of a defined name's range, which may be the whole sheet: names are left out. */
function workbookWithoutNames(parts: Unzipped): string {
  const text = textOf(parts['xl/workbook.xml']);
  if (text === '') throw notAWorkbook();
  const from = text.indexOf('<definedNames');
  const closing = text.lastIndexOf('</definedNames');
  const to = text.indexOf('>', closing) + 1;
  const kept = from >= 0 && closing > from && to > 0 ? text.slice(0, from) + text.slice(to) : text;
  scanTags(kept, (name) => {
    if (name === 'definedName') throw new BrokenXml();
  });
  return kept;
}

/** The sheets of a workbook by the file that each lies in. Throws UnreadableSheet. */
function sheetsOf(workbook: string, relations: string): Map<string, { id: number; name: string }> {
  const files = new Map<string, string>();
  scanTags(relations, (tag, attributes) => {
    if (tag !== 'Relationship') return;
    const target = attribute(attributes, 'Target') ?? '';
    files.set(attribute(attributes, 'Id') ?? '', `xl/${target.replace(/^\/xl\//, '')}`);
  });
  const sheets = new Map<string, { id: number; name: string }>();
  scanTags(workbook, (tag, attributes) => {
    if (tag !== 'sheet') return;
    const id = attribute(attributes, 'sheetId') ?? '';
    if (!/^\d{1,5}$/.test(id) || Number(id) > HIGHEST_SHEET_ID) throw new BrokenXml();
    const file = files.get(attribute(attributes, 'r:id') ?? '');
    if (file !== undefined)
      sheets.set(file, { id: Number(id), name: readable(attribute(attributes, 'name') ?? '') });
  });
  return sheets;
}

const NAMED = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
]);

function readable(written: string): string {
  const text = Buffer.from(written.slice(0, 200), 'latin1').toString('utf8');
  return text.replace(/&\w{2,4};/g, (entity) => NAMED.get(entity) ?? entity);
}

function checkFormats(styles: Uint8Array | undefined): void {
  scanTags(textOf(styles), (tag, attributes) => {
    // An entity is longer than the character that it stands for: those within the limit are let in as they are written.
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
