import { parcelNameSchema } from '#contracts/events/index.ts';
import type { EffectiveAt } from '#contracts/vocabulary/house-time.ts';
import type { DocType } from '#contracts/vocabulary/statuses.ts';
import type { DocumentIdentity, TradingDocument, TradingInstance } from '#contracts/trading-system/wire.ts';

/** A document with its customer, as it is recorded in the parcel's stream. */
export type IncomingDocument = {
  instance: TradingInstance;
  docType: DocType;
  docNo: string;
  line: number;
  version: number;
  /**
   * Null when no customer has the account; only for void versions, which belong to the customer of the previous
   * version.
   */
  customerId: number | null;
  accountCode: string;
  parcelName: string;
  effectiveAt: EffectiveAt;
  /** Null voids it. */
  amountCents: number | null;
};

/** What the sync needs of the rest of Vitrine. */
export type Ledgers = {
  /** The customer that had an account code of an instance at a document's date; null when none had it. */
  customerByAccountCode(
    instance: TradingInstance,
    accountCode: string,
    at: EffectiveAt,
  ): Promise<number | null>;
  /** Waits a while until that answer is as new as the log is now; false when it is not. */
  customersCaughtUp(): Promise<boolean>;
  /** Records in the parcel's stream; idempotent by instance, docType, docNo, line and version. */
  recordDocument(document: IncomingDocument): Promise<Recorded>;
};

type Recorded = 'recorded' | 'already' | 'unknown-parcel' | 'unknown-customer';

/** Where a document stands already: the parcels in whose streams it was recorded, each with its highest version there. */
export type Whereabouts = ReadonlyMap<string, number>;

export type Settled = {
  outcome: 'recorded' | 'already' | { suspended: string };
  whereabouts: Whereabouts;
};

/** Names a document within its instance. */
export function keyOf({ docType, docNo, line }: { docType: string; docNo: string; line: number }): string {
  return JSON.stringify([docType, docNo, line]);
}

/**
 * Records a document, or returns why it must wait. A document counts once, by its highest version (rule:
 * Versions of a document): when a version names another parcel than the former ones, it is voided there, and
 * a former version that comes later is left out. A void version is known by its identity: it counts where the document
 * stands, whatever parcel and account it names. Applying the same document again changes nothing. Throws what `ledgers`
 * throws.
 */
export async function settleDocument(
  ledgers: Ledgers,
  instance: TradingInstance,
  document: TradingDocument,
  whereabouts: Whereabouts,
): Promise<Settled> {
  const { parcelName, version } = document;
  const elsewhere = [...whereabouts].filter(([parcel]) => parcel !== parcelName);
  if (elsewhere.some(([, known]) => known >= version)) return { outcome: 'already', whereabouts };

  const { accountCode, effectiveAt } = document;
  const customerId = await ledgers.customerByAccountCode(instance, accountCode, effectiveAt);
  const incoming: IncomingDocument = { ...document, instance, customerId };
  if (document.amountCents === null && whereabouts.size > 0) return voidIn(ledgers, incoming, whereabouts);
  if (customerId === null)
    return waiting(
      document,
      whereabouts,
      `account code ${document.accountCode} of ${instance} belongs to no customer`,
    );

  if (!parcelNameSchema.safeParse(parcelName).success)
    return waiting(document, whereabouts, reasonOf('unknown-parcel', incoming));
  const outcome = await ledgers.recordDocument(incoming);
  if (outcome !== 'recorded' && outcome !== 'already')
    return waiting(document, whereabouts, reasonOf(outcome, incoming));

  const now = new Map(whereabouts).set(parcelName, Math.max(version, whereabouts.get(parcelName) ?? 0));
  const { whereabouts: after } = await voidIn(ledgers, incoming, now);
  return { outcome, whereabouts: after };
}

/** Voids a document in each parcel where a lower version of it stands. */
async function voidIn(
  ledgers: Ledgers,
  document: IncomingDocument,
  whereabouts: Whereabouts,
): Promise<Settled> {
  const now = new Map(whereabouts);
  let outcome: Settled['outcome'] = 'already';
  for (const [parcelName, known] of whereabouts) {
    if (known >= document.version) continue;
    const voided = { ...document, parcelName, amountCents: null };
    const recorded = await ledgers.recordDocument(voided);
    if (recorded !== 'recorded' && recorded !== 'already')
      return waiting(document, now, reasonOf(recorded, voided));
    if (recorded === 'recorded') outcome = recorded;
    now.set(parcelName, document.version);
  }
  return { outcome, whereabouts: now };
}

const reasonOf = (
  unknown: Exclude<Recorded, 'recorded' | 'already'>,
  { parcelName, customerId }: IncomingDocument,
): string =>
  unknown === 'unknown-parcel' ? `there is no parcel ${parcelName}` : `there is no customer ${customerId}`;

/** One that cannot be recorded waits, unless it or a later version is recorded. */
export function waiting(document: DocumentIdentity, whereabouts: Whereabouts, reason: string): Settled {
  const replaced = [...whereabouts.values()].some((known) => known >= document.version);
  return { outcome: replaced ? 'already' : { suspended: reason }, whereabouts };
}
