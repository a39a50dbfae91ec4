import type { Cents, Ppm } from '../vocabulary/money.ts';
import type { EffectiveAt, HouseDay, Instant } from '../vocabulary/house-time.ts';
import type { Line } from '../vocabulary/lines.ts';
import type { DocType, Intent, Status } from '../vocabulary/statuses.ts';
import type { Tier } from '../vocabulary/tiers.ts';
import type { Frozen, PieceAttributes, StoneAttributes } from '../events/stone-events.ts';

/**
 * The event's place in the log ($all commit position), which a knowledge cut compares with (rule: Knowledge
 * cut).
 */
type Known = { position: number };

/** A list price in force from `effectiveAt` on. */
export type ListPrice = Known & {
  effectiveAt: Instant;
  recordedAt: Instant;
  eventId: string;
  by: string;
  costCents: Cents;
  totalCents: Cents;
};

type EntryFields = Known & {
  eventId: string;
  customerId: number;
  effectiveAt: EffectiveAt;
  recordedAt: Instant;
  by: string;
};

/** An intent, document or repricing as recorded: what the spells are folded of. */
export type Entry =
  | (EntryFields & { type: 'REQUEST'; instructionId: string; remarks?: string | undefined; frozen: Frozen })
  | (EntryFields & { type: 'RETURN' | 'SOLD'; instructionId: string; remarks?: string | undefined })
  | (EntryFields & {
      type: DocType;
      /** instance/docType/docNo/line: versions of one document share it. */
      identity: string;
      version: number;
      amountCents: Cents | null;
      giaRoundDiscountPpm: Ppm;
    })
  | (EntryFields & {
      type: 'REPRICING';
      customerPriceCents: Cents;
      listPriceCents: Cents;
      costCents: Cents;
      reason: string;
    });

type Decline = Known & { eventId: string; customerId: number; action: Intent; reason: string };
export type Undone = Known & {
  /** The entry that was undone, and the event that undid it. */
  eventId: string;
  correctionId: string;
  at: Instant;
  recordedAt: Instant;
  reason?: string | undefined;
  by: string;
};
export type DateChange = Known & {
  eventId: string;
  correctionId: string;
  newDate: Instant;
  recordedAt: Instant;
  reason?: string | undefined;
  by: string;
};

/** Everything recorded of a parcel, plain JSON: what a snapshot holds. */
export type ParcelState = {
  parcelName: string;
  line: Line;
  vendorId: number;
  listed: boolean;
  /** When a feed listed it last, new or again after it was withdrawn. */
  listedAt?: Instant | undefined;
  attributes: StoneAttributes;
  piece?: PieceAttributes | undefined;
  /** The tier that the house has set; the attributes have it too, and later descriptions by the vendor keep it. */
  overrideTier?: Tier | undefined;
  /** Earlier descriptions, oldest first, each with the moment it was replaced. */
  formerAttributes: (Known & {
    /** The description that replaced it. */
    eventId: string;
    by: string;
    recordedAt: Instant;
    until: Instant;
    attributes: StoneAttributes;
  })[];
  location?: string | undefined;
  vendorAvailability: string;
  withdrawn: boolean;
  prices: ListPrice[];
  entries: Entry[];
  declines: Decline[];
  undone: Undone[];
  dateChanges: DateChange[];
  /** The newest event's recordedAt: never goes back within a stream. */
  lastRecordedAt: Instant;
};

/** How a spell ended, or null while it is open. */
export type SpellEnd =
  | 'WITHDRAWN' // RETURN before any document
  | 'DECLINED' // a document proved another customer's custody
  | 'RETURNED' // RETURN_MEMO
  | 'CREDITED' // CREDIT of its invoice
  | 'SUPERSEDED'; // a MEMO or INVOICE to someone else, or a MEMO after an INVOICE

/** One customer's holding of one parcel, from its first entry to the entry that closes it (rule: Status). */
export type Spell = {
  /** The first entry's event id: the spell's key. */
  key: string;
  customerId: number;
  frozen: Frozen;
  /** Status by its last document and last intent; when closed, of the last moment before the end. */
  status: Status;
  end: SpellEnd | null;
  /** It has an INVOICE that no CREDIT reversed. */
  invoiced: boolean;
  /**
   * Its INVOICEs in order, each with what was frozen at the end of its day and the CREDIT that took it back
   * (rule: Rebate).
   */
  invoices: { eventId: string; creditId: string | null; frozen: Frozen }[];
  /** Live entries in fold order. */
  entryIds: string[];
  /**
   * Status and price at the end of each house day, as intervals [from, to); `to` null while open. Days with
   * no holding have none. A repricing counts from its own day: earlier days keep the price they had (rule:
   * Freezing; rule: Exposure, holding, fee base).
   */
  days: { from: HouseDay; to: HouseDay | null; status: Status; customerPriceCents: Cents }[];
  /** The frozen price at the end of each house day since the first entry's, also after the end: where it changed. */
  prices: { from: HouseDay; customerPriceCents: Cents }[];
};

export type Anomaly = { eventId: string; customerId: number; reason: string };

/** An entry that counts, at the time it counts. */
export type LiveEntry = Entry & { day: HouseDay };

/** What everything recorded comes to. */
export type ParcelView = {
  /** AVAILABLE reads NOT_AVAILABLE when the vendor has withdrawn the parcel. */
  status: Status;
  /** The customer of the open spell. */
  customerId: number | null;
  /** In the order of their first entries. */
  spells: Spell[];
  /** Live entries in fold order: the last one is the target of undo and change date. */
  entries: LiveEntry[];
  anomalies: Anomaly[];
};
