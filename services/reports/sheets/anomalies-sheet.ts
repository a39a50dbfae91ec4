import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { day, tableSheet, words, type TableSheet } from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import { customerWords } from './columns.ts';

type Row = { kind: 'Anomaly' | 'Suspense'; of: string; customer: string; reason: string; since: HouseDay };

/** For administrators: what should not have happened, and the documents that cannot be recorded yet. */
export function anomaliesSheet(gathered: Gathered): TableSheet {
  const { anomalies, suspense, zone } = gathered;
  const rows: Row[] = anomalies.map(({ parcelName, customerId, reason, since }) => ({
    kind: 'Anomaly',
    of: parcelName,
    customer: customerWords(gathered, customerId),
    reason,
    since,
  }));
  for (const one of suspense ?? [])
    rows.push({
      kind: 'Suspense',
      of: `${one.instance} ${one.docType} ${one.docNo}/${one.line} v${one.version}`,
      customer: one.accountCode ?? '',
      reason: one.reason,
      since: houseDayOf(one.since.toISOString(), zone),
    });
  rows.sort(
    (one, other) =>
      compareText(one.kind, other.kind) ||
      compareText(one.of, other.of) ||
      compareText(one.reason, other.reason),
  );
  return tableSheet<Row>(
    'Anomalies and suspense',
    [
      words('What', 12, ({ kind }) => kind),
      words('Parcel or document', 36, ({ of }) => of),
      words('Customer or account', 30, ({ customer }) => customer),
      day('Since', ({ since }) => since),
      words('Reason', 70, ({ reason }) => reason),
    ],
    rows,
    suspense === null
      ? 'Suspense is not in the log: a report of an earlier cut is without it.'
      : 'Suspense is not in the log: this is what was in it when it was last tried.',
  );
}
