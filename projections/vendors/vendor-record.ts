import type { VendorSettings, VendorTerms } from '#contracts/events/index.ts';
import type { TermsChange } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';

/** One change of a vendor's terms with both of its dates (rule: Two axes). */
export type RecordedVendorTerms = TermsChange<VendorTerms> & {
  readonly recordedAt: Instant;
  readonly position: number;
  readonly eventId: string;
  readonly by: string;
};

/** A vendor as it is now, with its terms through time. Money in cents, rates in ppm. */
export type VendorRecord = {
  readonly vendorId: number;
  readonly settings: VendorSettings;
  /** In the order recorded, the registration first; `termsAt` gives those in force at a day's end. */
  readonly terms: readonly RecordedVendorTerms[];
  readonly lastFeed: {
    readonly fileHash: string;
    readonly rows: number;
    readonly listed: number;
    readonly reported: number;
    readonly at: Instant;
  } | null;
};
