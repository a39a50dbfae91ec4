import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Caller } from '#services/platform/http/index.ts';
import { lineView, type LineView, type StoneReaders } from './stone-lists.ts';

const VIEWS_KEPT = 1000;

/** What a caller may see of a line, at a state of the read models (`freshness`). */
export type LineViews = (caller: Caller, state: string) => Promise<LineView>;

/** What callers may see, kept while no read model moves: an unchanged list then costs one look at the checkpoints. */
export function rememberedViews(line: Line, readers: StoneReaders): LineViews {
  const kept = new Map<string, LineView>();
  return async (caller, state) => {
    const [prices, words] = await Promise.all([readers.priceList(), readers.words()]);
    const key = JSON.stringify([
      caller.user.username,
      caller.customerId,
      caller.showPrices,
      caller.actor.role,
      state,
      prices.version,
      words.version,
      readers.today(),
    ]);
    const known = kept.get(key);
    if (known) return known;
    const view = await lineView(readers, caller, line);
    if (kept.size >= VIEWS_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, view);
    return view;
  };
}
