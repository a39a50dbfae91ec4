import {
  vendorStream,
  type VendorEvent,
  type VendorSettings,
  type VendorTerms,
} from '#contracts/events/index.ts';
import type { TermsChange } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Fact, Fold } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** A vendor as its stream tells it, plain JSON. */
export type VendorState = {
  vendorId: number;
  registered: boolean;
  settings: VendorSettings;
  /** In the order recorded; `termsAt` gives those in force on a day. */
  terms: TermsChange<VendorTerms>[];
  /** The feed read last. */
  lastFeed: { fileHash: string; effectiveAt: Instant } | null;
};

/** A vendor of whom nothing is recorded. */
export function newVendor(vendorId: number): VendorState {
  return {
    vendorId,
    registered: false,
    settings: {
      name: '',
      legalName: '',
      email: '',
      dxPrefix: '',
      sendRequests: false,
      sendReturns: false,
      sendSales: false,
      autoWhitelist: false,
    },
    terms: [],
    lastFeed: null,
  };
}

/** One more event of the vendor's stream. Pure. */
export function evolveVendor(state: VendorState, event: VendorEvent): VendorState {
  switch (event.type) {
    case 'VendorRegistered': {
      const { vendorId, settings, terms, effectiveAt } = event.data;
      return { ...state, vendorId, registered: true, settings, terms: [{ effectiveAt, changes: terms }] };
    }
    case 'VendorSettingsChanged':
      return { ...state, settings: { ...state.settings, ...event.data.changes } as VendorSettings };
    case 'VendorTermsChanged':
      return {
        ...state,
        terms: [...state.terms, { effectiveAt: event.data.effectiveAt, changes: event.data.changes }],
      };
    case 'VendorFeedRead':
      return { ...state, lastFeed: { fileHash: event.data.fileHash, effectiveAt: event.data.effectiveAt } };
  }
}

/** Loads a vendor by its stream. */
export const vendorFold: Fold<VendorState> = {
  name: 'vendor-1',
  initial: (stream) => newVendor(Number(stream.slice(vendorStream(0).length - 1))),
  evolve: (state, fact: Fact) => evolveVendor(state, fact as VendorEvent),
};

/** Throws a Refusal (404) when there is no such vendor. */
export function requireVendor(state: VendorState): void {
  if (!state.registered)
    throw new Refusal(404, `There is no vendor ${state.vendorId}.`, {
      code: 'UNKNOWN_VENDOR',
      field: 'vendorId',
    });
}
