import type { WantedInput } from '#contracts/api/desires.ts';
import type {
  Actor,
  CustomerAccess,
  CustomerTerms,
  RetailMarkup,
  VendorSettings,
  VendorTerms,
  AccountCode,
  CustomerIdentity,
} from '#contracts/events/index.ts';
import type { HouseDay, Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import type { ImportedModel } from '#services/jewellery/index.ts';
import type { TradingDocument } from '#services/stones/index.ts';
import type { Offer } from '#services/vendors/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

/** A desire of the demo: carted on the day that it is requested, if it is. */
export type DemoDesire = { name: string; customerId: number; wanted: WantedInput; remarks?: string };

export type InstructStep = {
  kind: 'instruct';
  actor: Actor;
  customerId: number;
  intent: Intent;
  line: Line;
  parcelNames: string[];
  remarks?: string;
};

/** One thing that somebody did in the demo's past, to be carried out by the handler that does it today. */
export type Step =
  | { kind: 'register-vendor'; vendorId: number; settings: VendorSettings; terms: VendorTerms }
  | { kind: 'change-vendor-terms'; vendorId: number; changes: Partial<VendorTerms>; effectiveAt: HouseDay }
  | {
      kind: 'register-customer';
      customerId: number;
      identity: CustomerIdentity;
      access: CustomerAccess;
      terms: CustomerTerms;
    }
  | {
      kind: 'change-terms';
      customerId: number;
      changes: Partial<CustomerTerms>;
      effectiveAt: HouseDay;
      reason: string;
    }
  | { kind: 'assign-account'; customerId: number; account: AccountCode }
  | { kind: 'set-markups'; customerId: number; rows: RetailMarkup[] }
  | { kind: 'offer'; vendorId: number; offer: Offer }
  | InstructStep
  /** Both at the same moment: `first` gets what `second` wants as well. */
  | { kind: 'race'; first: InstructStep; second: InstructStep }
  | {
      kind: 'reprice-spell';
      parcelName: string;
      customerId: number;
      customerPriceCents: Cents;
      listPriceCents: Cents;
      costCents: Cents;
      reason: string;
    }
  | { kind: 'document'; document: TradingDocument }
  | { kind: 'correct'; parcelName: string; intent: Intent; reason: string; newDate?: Instant }
  | { kind: 'cart'; actor: Actor; customerId: number; line: Line; parcelNames: string[] }
  | { kind: 'import-model'; model: ImportedModel }
  /** A desire, put in the cart, and requested from there. */
  | { kind: 'desire'; actor: Actor; desire: DemoDesire; sent: boolean }
  | { kind: 'fulfil-desire'; desire: DemoDesire; asker: Actor; parcelName: string }
  /** Documents that cannot be recorded; one of them for this parcel, on an account that no customer has. */
  | { kind: 'suspense'; parcelName: string }
  | { kind: 'close-month'; customerId: number; month: Month }
  | { kind: 'request-models'; actor: Actor; customerId: number; models: string[]; remarks?: string };

/**
 * What happened at one instant: steps on different streams, or of one customer, in any order. Between moments
 * the order holds, so that the log's order is the order of `recordedAt` (rule: Knowledge cut).
 */
export type Moment = {
  at: Instant;
  steps: readonly Step[];
  /** What each customer's requests were worth before this moment, in cents: REQUESTED, CUSTOMER and PENDING_RETURN. */
  exposures: ReadonlyMap<number, Cents>;
};
