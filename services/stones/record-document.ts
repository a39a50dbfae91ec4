import { customerFold } from '#contracts/customer/index.ts';
import {
  customerStream,
  documentReceived,
  stoneStream,
  type Actor,
  type DocumentReceived,
} from '#contracts/events/index.ts';
import { parcelFold, termsAt } from '#contracts/lifecycle/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import {
  appendEvents,
  deriveId,
  loadStream,
  onFreshStream,
  type CommandContext,
} from '#services/platform/commands/index.ts';

/** A document of the trading system; `effectiveAt` is its own date: an instant or a bare day of the house. Cents; null voids it. */
export type TradingDocument = Omit<DocumentReceived, 'giaRoundDiscountPpm'> & { parcelName: string };

const SYSTEM: Actor = { username: 'trading-system', role: 'system' };

/**
 * Records a document on its parcel's stream, once per (instance, docType, docNo, line, version) (rule:
 * Versions of a document). 'unknown-parcel' and 'unknown-customer' write nothing: such a document waits in
 * the suspense list (rule: Suspense). Throws ZodError for a document of the wrong shape, and the event
 * store's errors.
 */
export async function recordDocument(
  context: CommandContext,
  { parcelName, ...document }: TradingDocument,
): Promise<'recorded' | 'already' | 'unknown-parcel' | 'unknown-customer'> {
  const { instance, docType, docNo, line, version } = document;
  const id = deriveId('document', parcelName, instance, docType, docNo, line, version);
  return onFreshStream(context, stoneStream(parcelName), parcelFold, async (loaded) => {
    if (!loaded.state.listed) return 'unknown-parcel';
    if (loaded.state.entries.some((entry) => entry.eventId === id)) return 'already';
    const customer = await loadStream(context, customerStream(document.customerId), customerFold);
    const { record } = customer.state;
    if (!record) return 'unknown-customer';
    const day = houseDayOf(document.effectiveAt, context.zone);
    const giaRoundDiscountPpm = termsAt(record.terms, day, context.zone).giaRoundDiscountPpm;
    const data = documentReceived.parse({ ...document, giaRoundDiscountPpm });
    await appendEvents(context, loaded, [{ type: 'DocumentReceived', data, id }], {
      commandId: id,
      actor: SYSTEM,
    });
    return 'recorded';
  });
}
