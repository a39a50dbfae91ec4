import {
  columnNumber,
  type CellRange,
  type CellValue,
  type Sheet,
} from '#services/platform/workbooks/index.ts';

/** A sheet with these rows from row 1 on, and these ranges merged, such as 'B3:C3'. */
export function sheetOf(
  name: string,
  rows: readonly (readonly CellValue[])[],
  merges: readonly string[] = [],
): Sheet {
  return {
    name,
    rows: rows
      .map((cells, index) => ({ row: index + 1, cells, problems: [] }))
      .filter(({ cells }) => cells.some((cell) => cell !== null)),
    merges: merges.map(rangeOf),
  };
}

function rangeOf(range: string): CellRange {
  const [, left = '', top = '', right = '', bottom = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  return { top: Number(top), left: columnNumber(left), bottom: Number(bottom), right: columnNumber(right) };
}
