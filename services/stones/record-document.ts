import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import {
  customerStream,
  documentReceived,
  stoneStream,
  type Actor,
  type DocumentReceived,
  type StoneEvent,
} from '#contracts/events/index.ts';
import { documentIdentity, parcelFold, termsAt, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { carryOut, deriveId, loadStream, type CommandContext } from '#services/platform/commands/index.ts';

/** A document of the trading system; `effectiveAt` is its own date: an instant or a bare day of the house. Cents; null voids it. */
export type TradingDocument = Omit<DocumentReceived, 'giaRoundDiscountPpm'> & { parcelName: string };

/** The same, or a void version whose account is no customer's. */
type ArrivingDocument = Omit<TradingDocument, 'customerId'> & { customerId: number | null };

const TRADING_SYSTEM: Actor = { username: 'trading-system', role: 'system' };

/**
 * A document on its parcel: none when it is recorded already, or when its parcel or customer is unknown. Pure. Throws
 * ZodError for a document of the wrong shape.
 * @param zone the house's time zone
 */
function decideDocument(
  parcel: ParcelState,
  customer: CustomerState | null,
  document: ArrivingDocument,
  zone: string,
): StoneEvent[] {
  if (!parcel.listed || isRecorded(parcel, documentId(document))) return [];
  const owner = ownerOf(parcel, customer, document, zone);
  if (!owner) return [];
  const { parcelName: _, ...recorded } = document;
  const { customerId, giaRoundDiscountPpm } = owner;
  return [
    {
      type: 'DocumentReceived',
      data: documentReceived.parse({ ...recorded, customerId, giaRoundDiscountPpm }),
    },
  ];
}

/**
 * The customer of a document, with its discount at the document's date. A void version takes the document away where it
 * stands: it is the former version's, whatever account it names.
 */
function ownerOf(
  { entries }: ParcelState,
  customer: CustomerState | null,
  document: ArrivingDocument,
  zone: string,
): Pick<DocumentReceived, 'customerId' | 'giaRoundDiscountPpm'> | undefined {
  if (document.amountCents === null) {
    const former = entries
      .filter((entry) => 'identity' in entry)
      .filter(({ identity }) => identity === documentIdentity(document))
      .toSorted((one, other) => one.version - other.version)
      .at(-1);
    if (former) return former;
  }
  if (!customer?.record) return undefined;
  const { customerId, terms } = customer.record;
  const { giaRoundDiscountPpm } = termsAt(terms, houseDayOf(document.effectiveAt, zone), zone);
  return { customerId, giaRoundDiscountPpm };
}

/**
 * Records a document on its parcel's stream, once per (instance, docType, docNo, line, version) (rule:
 * Versions of a document); a void version under its former one's customer. 'unknown-parcel' and 'unknown-customer' write
 * nothing: such a document waits in the suspense list (rule: Suspense). Throws ZodError for a document of the wrong shape,
 * and the event store's errors.
 */
export async function recordDocument(
  context: CommandContext,
  document: ArrivingDocument,
): Promise<'recorded' | 'already' | 'unknown-parcel' | 'unknown-customer'> {
  const { parcelName, customerId } = document;
  const id = documentId(document);
  const customer =
    customerId === null ? null : (await loadStream(context, customerStream(customerId), customerFold)).state;
  const { state, events, repeated } = await carryOut(
    context,
    { stream: stoneStream(parcelName), fold: parcelFold },
    { commandId: id, actor: TRADING_SYSTEM },
    (parcel) => decideDocument(parcel, customer, document, context.zone),
    { eventId: () => id },
  );
  if (events.length > 0) return 'recorded';
  if (repeated || isRecorded(state, id)) return 'already';
  return state.listed ? 'unknown-customer' : 'unknown-parcel';
}

const documentId = ({ parcelName, instance, docType, docNo, line, version }: ArrivingDocument): string =>
  deriveId('document', parcelName, instance, docType, docNo, line, version);

const isRecorded = ({ entries }: ParcelState, id: string): boolean =>
  entries.some(({ eventId }) => eventId === id);
