import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import type { FeedProblem } from './feed-attributes.ts';
import { NONE, normalised } from './grading-aliases.ts';
import type { MappedRow } from './map-columns.ts';

/** How many rows carry each key; rows without the key are left out. */
function counted(
  rows: readonly MappedRow[],
  keyOf: (row: MappedRow) => string | undefined,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Empty where the row names no laboratory. */
function labOf({ values }: MappedRow): string {
  const text = values.get('lab') ?? '';
  const lab = normalised('lab', text) ?? text.toUpperCase();
  return lab === NONE ? '' : lab;
}

const certificateOf = (row: MappedRow): string | undefined =>
  certificateKey({ lab: labOf(row), certNo: row.values.get('certNo') });

/** A certificate within its lab, as labs may use the same number. */
function certificateOfLab(row: MappedRow, lab: string): string | undefined {
  const certNo = certificateOf(row);
  return certNo === undefined ? undefined : `${lab} ${certNo}`;
}

/**
 * Finds, for each row, whether another row has its stock number or its certificate; a row without a laboratory may have
 * that of any (rule: Rows left out). All of them are reported, not all but the first: the order of the rows does not
 * show which one is right.
 */
export function duplicateFinder(rows: readonly MappedRow[]): (row: MappedRow) => FeedProblem[] {
  const stockNumbers = counted(rows, (row) => row.values.get('parcelName'));
  const certificates = counted(rows, certificateOf);
  const ofLabs = counted(rows, (row) => certificateOfLab(row, labOf(row)));
  const certificateCount = (row: MappedRow): number => {
    const lab = labOf(row);
    if (lab === '') return certificates.get(certificateOf(row) ?? '') ?? 0;
    const count = (of: string): number => ofLabs.get(certificateOfLab(row, of) ?? '') ?? 0;
    return count(lab) + count('');
  };
  return (row) => {
    const problems: FeedProblem[] = [];
    const repeated = (attribute: 'parcelName' | 'certNo', what: string, count: number): void => {
      if (count < 2) return;
      const column = row.headings.get(attribute) ?? attribute;
      problems.push({
        row: row.row,
        column,
        value: row.values.get(attribute) ?? '',
        message: `${what} is in ${count} rows: keep one of them`,
      });
    };
    repeated('parcelName', 'the stock number', stockNumbers.get(row.values.get('parcelName') ?? '') ?? 0);
    repeated('certNo', 'the certificate number', certificateCount(row));
    return problems;
  };
}
