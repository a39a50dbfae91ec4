import { BIN_ATTRIBUTES } from '#contracts/reassortment/bin-spec.ts';
import type { Sheet } from '#services/platform/workbooks/index.ts';
import { startsAbove } from './find-tables.ts';
import type { CellFault, IdealReading, NamedStore, PartReading, ReadBin } from './ideal-reading.ts';
import { readCrosstabs } from './read-crosstab.ts';
import { readFlat } from './read-flat.ts';
import { SheetGrid } from './sheet-grid.ts';

/**
 * An ideal inventory from a file: its crosstabs if a sheet has any, else its flat sheets (rule: Crosstab; rule: Flat file).
 * Sheets without either are skipped. Any faulty cell refuses the whole: then the answer is all of them, by sheet and
 * cell (rule: Refusing an ideal). The template names the attributes that any bin names.
 */
export function readIdeal(
  sheets: readonly Sheet[],
  stores: readonly NamedStore[],
): { ideal: IdealReading } | { faults: CellFault[] } {
  const grids = sheets.map((sheet) => new SheetGrid(sheet));
  const parts = (read: (grid: SheetGrid) => PartReading | null): PartReading[] =>
    grids.map(read).filter((part) => part !== null);
  const crosstabs = parts((grid) => readCrosstabs(grid, stores));
  const read = crosstabs.length > 0 ? crosstabs : parts((grid) => readFlat(grid, stores));
  if (read.length === 0) return { faults: [nothingFound(grids)] };
  const bins = read.flatMap((part) => part.bins);
  const faults = [...read.flatMap((part) => part.faults), ...repeated(bins)];
  if (bins.length + faults.length === 0)
    faults.push({ sheet: grids[0]?.name ?? '', cell: 'A1', message: 'begins a file without a single bin' });
  if (faults.length > 0) return { faults: onceEach(faults) };
  const used = BIN_ATTRIBUTES.filter((attribute) => bins.some(({ bin }) => bin.spec[attribute]));
  return {
    ideal: {
      templateString: used.map((attribute) => `{${attribute}}`).join(' | '),
      bins: bins.map(({ bin }) => bin),
      ignored: read.flatMap((part) => part.ignored),
    },
  };
}

/** The same bin twice is refused at the second cell. */
function repeated(bins: readonly ReadBin[]): CellFault[] {
  const first = new Map<string, ReadBin>();
  return bins.flatMap((read) => {
    const { bin, sheet, cell } = read;
    const key = JSON.stringify([bin.storeId, BIN_ATTRIBUTES.map((attribute) => bin.spec[attribute] ?? null)]);
    const other = first.get(key);
    if (!other) first.set(key, read);
    const where =
      other && (other.sheet === sheet ? other.cell : `${other.cell} of the sheet '${other.sheet}'`);
    return other ? [{ sheet, cell, message: `is the same bin as ${where}` }] : [];
  });
}

/** A cell that several lines are filled from is named once. */
function onceEach(faults: readonly CellFault[]): CellFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

function nothingFound(grids: readonly SheetGrid[]): CellFault {
  for (const grid of grids) {
    const [cell] = startsAbove(grid);
    if (cell !== undefined)
      return { sheet: grid.name, cell, message: "says 'Weight Maps' too high: begin the table below row 2" };
  }
  const message =
    "begins a file without a table: a crosstab begins with 'Weight Maps' below row 2, a flat file has a heading targetQty and one for each attribute";
  return { sheet: grids[0]?.name ?? '', cell: 'A1', message };
}
