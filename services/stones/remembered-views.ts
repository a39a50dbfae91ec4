import type { Line } from '#contracts/vocabulary/lines.ts';
import { concerns, keptAnswers, type CommitJournal } from '#services/freshness/index.ts';
import { scopeOf, type Caller, type ReadState } from '#services/platform/http/index.ts';
import { lineView, type LineView, type StoneReaders } from './stone-lists.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** What a view takes beside the names in it. */
const VIEW_BYTES = 3_000;
const NAME_BYTES = 100;

/** What a caller may see of a line, at a state of the read models. */
export type LineViews = (caller: Caller, state: ReadState) => Promise<LineView>;

/**
 * What callers may see, kept while nothing of it changes: the same object then. A changed right, term, cart, user or day
 * is another view at once.
 */
export function rememberedViews(line: Line, readers: StoneReaders, journal: CommitJournal): LineViews {
  const kept = keptAnswers<LineView>(
    journal,
    MAX_BYTES,
    ({ value: { inCart, closed } }) => VIEW_BYTES + NAME_BYTES * (inCart.size + closed.size),
  );
  return async (caller, state) => {
    const [prices, words] = await Promise.all([readers.priceList(), readers.words()]);
    const { customerId } = caller;
    const key = JSON.stringify([...scopeOf(caller), prices.version, words.version, readers.today()]);
    return kept.get(key, state, async () => ({
      value: await lineView(readers, caller, line),
      concerns: [
        concerns.vendors,
        ...(customerId === null ? [] : [concerns.customer(customerId), concerns.cart(customerId)]),
        ...(line === 'jewellery' ? [concerns.pieces, concerns.models] : []),
      ],
    }));
  };
}
