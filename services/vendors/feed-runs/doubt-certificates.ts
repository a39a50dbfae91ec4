import type { CommandContext } from '#services/platform/commands/index.ts';
import type { OthersStock } from '../feed/others-stock.ts';
import { stockNow } from '../feed/record-feed.ts';
import { setAside, type Doubt, type WorkRow } from './row-store.ts';
import type { FeedRun } from './run-store.ts';
import { doubtOfCertificate, findElsewhere, isListedWith, stonesElsewhere } from './stones-elsewhere.ts';
import { isOpenTo, waits, type RowWriting } from './write-rows.ts';

/**
 * Sets rows aside whose certificate another vendor has listed since they were classified: they wait for a person, also
 * where one let them pass before this doubt was known (rule: Classifying rows). Gives all the rows as they are then.
 */
export async function setDoubtedAside(
  context: CommandContext,
  { id: runId, vendorId }: Pick<FeedRun, 'id' | 'vendorId'>,
  rows: readonly WorkRow[],
  { newElsewhere, ...writing }: Pick<RowWriting, 'judgements' | 'autoWhitelist' | 'newElsewhere'>,
): Promise<WorkRow[]> {
  const offered = rows.flatMap(({ offer, ...row }) =>
    offer && !waits(row) && isOpenTo(writing, row) ? [{ ...row, offer }] : [],
  );
  const stones = offered.map(({ offer }) => offer.attributes);
  const elsewhere = findElsewhere(
    await stonesElsewhere(context, vendorId, { names: [], stones }, newElsewhere),
  );
  const doubts: Doubt[] = [];
  for (const { id, row, offer, problems, outcome } of offered) {
    const other = elsewhere.certified(offer.attributes);
    if (!other) continue;
    const message = doubtOfCertificate(other);
    if (problems.some((problem) => problem.message === message)) continue;
    if (isListedWith(await stockNow(context, offer.parcelName), offer.attributes)) continue;
    doubts.push({ id, outcome, problem: { row: row ?? 0, column: '', value: '', message } });
  }
  if (doubts.length === 0) return [...rows];
  await setAside(context.db, runId, doubts, context.clock());
  const aside = new Set(doubts.map(({ id }) => id));
  return rows.map((row) => (aside.has(row.id) ? { ...row, class: 'WAITING', passed: false } : row));
}

/**
 * The ids of rows whose withdrawn parcels may not come back, since another vendor has listed their certificate
 * meanwhile (rule: Classifying rows).
 */
export async function listedElsewhere(
  context: CommandContext,
  vendorId: number,
  rows: readonly WorkRow[],
  newElsewhere: OthersStock,
): Promise<string[]> {
  const withdrawn = rows.flatMap(({ id, known, outcome }) =>
    outcome === 'withdrawn' && known ? [{ id, stone: known.attributes }] : [],
  );
  const asked = { names: [], stones: withdrawn.map(({ stone }) => stone) };
  const elsewhere = findElsewhere(await stonesElsewhere(context, vendorId, asked, newElsewhere));
  return withdrawn.flatMap(({ id, stone }) => (elsewhere.certified(stone) ? [id] : []));
}
