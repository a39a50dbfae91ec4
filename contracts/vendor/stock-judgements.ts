import type { Fold, JudgementEvent } from '../events/index.ts';
import { judgementStreams } from '../events/streams.ts';
import type { Tier } from '../vocabulary/tiers.ts';

/** A person's last word on a stone of a vendor's stock (rule: Accept and reject). */
export type StockJudgement = {
  readonly status: 'ACCEPTED' | 'REJECTED' | null;
  readonly overrideTier: Tier | null;
  readonly comments: string;
  /** It was read first while the vendor's stones were not listed by themselves. */
  readonly leftUnlisted: boolean;
};

/** A vendor's stones that were judged, by the vendor's stock number. */
export type StockJudgements = Readonly<Record<string, StockJudgement>>;

export const NOT_JUDGED: StockJudgement = {
  status: null,
  overrideTier: null,
  comments: '',
  leftUnlisted: false,
};

/** The last judgement of a stone; an empty one when it was never judged. */
export const judgementOf = (judgements: StockJudgements, vendorStockId: string): StockJudgement =>
  Object.hasOwn(judgements, vendorStockId) ? judgements[vendorStockId]! : NOT_JUDGED;

/**
 * Listed = not rejected and (accepted, or listed before, or the vendor's stones are listed by themselves since before it
 * was first read) (rule: Accept and reject).
 */
export function mayBeListed(
  { status, leftUnlisted }: StockJudgement,
  { isKnown, autoWhitelist }: { isKnown: boolean; autoWhitelist: boolean },
): boolean {
  if (status !== null) return status === 'ACCEPTED';
  return isKnown || (autoWhitelist && !leftUnlisted);
}

/** One more event; what it leaves out stays. Pure. */
export function evolveJudgements(judgements: StockJudgements, event: JudgementEvent): StockJudgements {
  const changed = new Map<string, StockJudgement>();
  const now = (id: string): StockJudgement => changed.get(id) ?? judgementOf(judgements, id);
  if (event.type !== 'StockJudged') {
    const leftUnlisted = event.type === 'StockLeftUnlisted';
    for (const id of event.data.vendorStockIds) changed.set(id, { ...now(id), leftUnlisted });
  } else
    for (const { vendorStockId: id, status, overrideTier, comments } of event.data.judgements) {
      const before = now(id);
      changed.set(id, {
        ...before,
        status: status ?? before.status,
        overrideTier: overrideTier === undefined ? before.overrideTier : overrideTier,
        comments: comments ?? before.comments,
      });
    }
  return Object.fromEntries([...Object.entries(judgements), ...changed]);
}

/** How `judgements-{vendorId}` becomes the last judgement of each stone. */
export const judgementFold: Fold<StockJudgements> = {
  name: 'judgements-1',
  initial: () => ({}),
  evolve: (judgements, fact) => evolveJudgements(judgements, judgementStreams.own(fact)),
};
