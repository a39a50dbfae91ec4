import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import {
  customerStream,
  documentReceived,
  stoneStream,
  type Actor,
  type DocumentReceived,
  type StoneEvent,
} from '#contracts/events/index.ts';
import { parcelFold, termsAt, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { carryOut, deriveId, loadStream, type CommandContext } from '#services/platform/commands/index.ts';

/** A document of the trading system; `effectiveAt` is its own date: an instant or a bare day of the house. Cents; null voids it. */
export type TradingDocument = Omit<DocumentReceived, 'giaRoundDiscountPpm'> & { parcelName: string };

const SYSTEM: Actor = { username: 'trading-system', role: 'system' };

/**
 * A document on its parcel: none when it is recorded already, or when its parcel or customer is unknown. Pure. Throws
 * ZodError for a document of the wrong shape.
 * @param zone the house's time zone
 */
function decideDocument(
  parcel: ParcelState,
  customer: CustomerState,
  document: TradingDocument,
  zone: string,
): StoneEvent[] {
  if (!parcel.listed || isRecorded(parcel, documentId(document)) || !customer.record) return [];
  const { parcelName: _, ...recorded } = document;
  const day = houseDayOf(document.effectiveAt, zone);
  const { giaRoundDiscountPpm } = termsAt(customer.record.terms, day, zone);
  return [{ type: 'DocumentReceived', data: documentReceived.parse({ ...recorded, giaRoundDiscountPpm }) }];
}

/**
 * Records a document on its parcel's stream, once per (instance, docType, docNo, line, version) (rule:
 * Versions of a document). 'unknown-parcel' and 'unknown-customer' write nothing: such a document waits in
 * the suspense list (rule: Suspense). Throws ZodError for a document of the wrong shape, and the event
 * store's errors.
 */
export async function recordDocument(
  context: CommandContext,
  document: TradingDocument,
): Promise<'recorded' | 'already' | 'unknown-parcel' | 'unknown-customer'> {
  const { parcelName, customerId } = document;
  const id = documentId(document);
  const customer = await loadStream(context, customerStream(customerId), customerFold);
  const { state, events, repeated } = await carryOut(
    context,
    { stream: stoneStream(parcelName), fold: parcelFold },
    { commandId: id, actor: SYSTEM },
    (parcel) => decideDocument(parcel, customer.state, document, context.zone),
    { eventId: () => id },
  );
  if (events.length > 0) return 'recorded';
  if (repeated || isRecorded(state, id)) return 'already';
  return state.listed ? 'unknown-customer' : 'unknown-parcel';
}

const documentId = ({ parcelName, instance, docType, docNo, line, version }: TradingDocument): string =>
  deriveId('document', parcelName, instance, docType, docNo, line, version);

const isRecorded = ({ entries }: ParcelState, id: string): boolean =>
  entries.some(({ eventId }) => eventId === id);
