import { NO_QUANTITY, type BinSpec } from '#contracts/reassortment/bin-spec.ts';
import { findTables, type TablePlace } from './find-tables.ts';
import type { NamedStore, PartReading } from './ideal-reading.ts';
import { readHeads, type ExtraAttribute } from './read-heads.ts';
import { readCrosstabWeights } from './read-weights.ts';
import { cellName, type SheetGrid } from './sheet-grid.ts';
import { sheetNaming, type SheetNaming } from './sheet-naming.ts';
import { readBucket } from './value-lists.ts';
import { wholePieces } from './whole-pieces.ts';

type Named = Exclude<SheetNaming, { fault: string }>;
type Report = (row: number, column: number, message: string) => void;

/**
 * The bins of a sheet's crosstabs (product: Crosstab; rule: Crosstab); null for a sheet without a table.
 * Each quantity is minimum, target and maximum alike.
 */
export function readCrosstabs(grid: SheetGrid, stores: readonly NamedStore[]): PartReading | null {
  const { tables, faults } = findTables(grid);
  if (tables.length + faults.length === 0) return null;
  const reading: PartReading = { bins: [], faults, ignored: [] };
  const [first] = tables;
  if (!first) return reading;
  const naming = sheetNaming(grid.name, stores);
  if ('fault' in naming)
    faults.push({ sheet: grid.name, cell: cellName(first.row, first.column), message: naming.fault });
  // The other cells are checked all the same; until the sheet is named for a store, its own name stands for one.
  const named = 'fault' in naming ? { storeId: grid.name, shape: null } : naming;
  for (const place of tables) readTable(grid, place, named, reading);
  return reading;
}

function readTable(grid: SheetGrid, place: TablePlace, naming: Named, reading: PartReading): void {
  const report: Report = (row, column, message) => {
    reading.faults.push({ sheet: grid.name, cell: cellName(row, column), message });
  };
  const ofSheet = naming.shape ? { shape: naming.shape } : {};
  const heads = readHeads(grid, place);
  reading.faults.push(...heads.faults);
  reading.ignored.push(...heads.ignored);
  const extras = heads.extras.map((extra) => ({ ...extra, cells: filledDown(grid, place, extra.column) }));
  for (const [index, line] of place.bodyLines.entries()) {
    const quantities = heads.quantities.flatMap(({ column, buckets }) => {
      const problem = grid.problem(line, column);
      if (problem === undefined && grid.text(line, column) === null) return [];
      const quantity = wholePieces(grid.value(line, column));
      if (problem !== undefined) report(line, column, problem);
      else if (quantity === null) report(line, column, `"${grid.text(line, column)}" ${NO_QUANTITY}`);
      return problem === undefined && quantity !== null ? [{ column, buckets, quantity }] : [];
    });
    const weight = weightOf(grid, line, place.column, quantities.length > 0, report);
    const spec = extras.reduce<BinSpec | null>((spec, { attribute, column, cells }) => {
      const cell = cells[index];
      if (!cell) return spec;
      const read = 'problem' in cell ? { fault: cell.problem } : readExtra(attribute, cell.text, naming);
      if ('fault' in read) report(cell.line, column, read.fault);
      if (!spec || 'fault' in read) return null;
      return read.values ? { ...spec, [attribute]: read.values } : spec;
    }, ofSheet);
    if (!weight || !spec) continue;
    for (const { column, buckets, quantity } of quantities) {
      if (!buckets) continue;
      const pieces = { minQty: quantity, targetQty: quantity, maxQty: quantity };
      const bin = { storeId: naming.storeId, spec: { ...spec, weight, ...buckets } };
      const cell = cellName(line, column);
      reading.bins.push({ bin: { ...bin, ...pieces, targetCents: null }, sheet: grid.name, cell });
    }
  }
}

/** A row's weights; null, reported, where it has quantities and none that can be read. */
function weightOf(
  grid: SheetGrid,
  line: number,
  column: number,
  isNeeded: boolean,
  report: Report,
): BinSpec['weight'] | null {
  const problem = grid.problem(line, column);
  const text = grid.shown(line, column);
  const weight = text === null ? undefined : readCrosstabWeights(text);
  if (problem !== undefined) report(line, column, problem);
  else if (text === null && isNeeded) report(line, column, 'is empty beside quantities: write its weights');
  else if (text !== null && !weight)
    report(grid.rowShown(line, column), column, `"${text}" is no range of weights such as 0.30-0.39 or 2+`);
  return weight ?? null;
}

type ExtraCell = { line: number } & ({ text: string } | { problem: string });

/** An extra column line by line, blanks filled from above (rule: Crosstab); `line` is where the cell stands. */
function filledDown(grid: SheetGrid, { bodyLines }: TablePlace, column: number): (ExtraCell | undefined)[] {
  let last: ExtraCell | undefined;
  return bodyLines.map((line) => {
    const [text, problem] = [grid.text(line, column), grid.problem(line, column)];
    if (problem !== undefined) last = { line, problem };
    else if (text !== null) last = { line, text };
    return last;
  });
}

/** What an extra column's cell says; null: every value. */
function readExtra(
  attribute: ExtraAttribute,
  text: string,
  { shape }: Named,
): { values: string[] | null } | { fault: string } {
  const values = readBucket(attribute, text);
  if (values === undefined)
    return { fault: `"${text}" is no ${attribute} on the list, as most of its column are` };
  return attribute === 'shape' && shape && values?.some((value) => !shape.includes(value))
    ? { fault: `"${text}" is another shape than the sheet is named for` }
    : { values };
}
