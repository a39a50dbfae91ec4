import type { Fold, VendorEvent, VendorSettings, VendorTerms } from '../events/index.ts';
import type { Recorded } from '../events/stream-family.ts';
import { vendorStreams } from '../events/streams.ts';
import { provenanceOf, type RecordedTerms } from '../lifecycle/recorded-terms.ts';
import type { Instant } from '../vocabulary/house-time.ts';
import { AS_FOUND, type FeedColumn, type FeedConventions } from './feed-mapping.ts';
import { withChanges } from '../vocabulary/with-changes.ts';

/** A vendor as it is now, with its terms through time. Money in cents, rates in ppm. */
export type VendorRecord = {
  readonly vendorId: number;
  readonly settings: VendorSettings;
  /** In the order recorded, the registration first; `termsAt` gives those in force at a day's end. */
  readonly terms: readonly RecordedTerms<VendorTerms>[];
  /** How its files are read; no columns before they are mapped. */
  readonly columns: readonly FeedColumn[];
  readonly conventions: FeedConventions;
  /** The feed read last. */
  readonly lastFeed: {
    readonly fileHash: string;
    readonly rows: number;
    readonly listed: number;
    readonly reported: number;
    readonly at: Instant;
  } | null;
};

/** A vendor as commands know it: without a record before it is registered. */
export type VendorState = {
  readonly vendorId: number;
  readonly record?: VendorRecord;
  /** Of the last change of settings or terms: its log position, and who made it; feeds change neither. */
  readonly version: string;
  readonly changedBy: string;
};

/** True for what changes a vendor's version: its settings and terms, not what its feeds bring. */
export const isVendorEdit = ({ type }: Pick<VendorEvent, 'type'>): boolean =>
  type === 'VendorRegistered' || type === 'VendorSettingsChanged' || type === 'VendorTermsChanged';

/** One more event of the vendor's stream; undefined before the first. Throws Error when the vendor was not registered before. */
export function evolveVendor(record: VendorRecord | undefined, event: Recorded<VendorEvent>): VendorRecord {
  if (event.type === 'VendorRegistered') {
    const { vendorId, settings, terms, effectiveAt } = event.data;
    return {
      vendorId,
      settings,
      terms: [{ ...provenanceOf(event), effectiveAt, changes: terms }],
      columns: [],
      conventions: AS_FOUND,
      lastFeed: null,
    };
  }
  if (!record) throw new Error(`${event.type} comes before the vendor was registered`);
  switch (event.type) {
    case 'VendorSettingsChanged':
      return { ...record, settings: changedSettings(record.settings, event.data.changes) };
    case 'VendorTermsChanged': {
      const { effectiveAt, changes } = event.data;
      return { ...record, terms: [...record.terms, { ...provenanceOf(event), effectiveAt, changes }] };
    }
    case 'VendorColumnsMapped': {
      const { columns, conventions } = event.data;
      return { ...record, columns, conventions };
    }
    case 'VendorFeedRead': {
      const { fileHash, rows, listed, reported, effectiveAt: at } = event.data;
      return { ...record, lastFeed: { fileHash, rows, listed, reported, at } };
    }
    case 'VendorFeedTakenBack':
      return { ...record, lastFeed: event.data.former };
  }
}

type SettingsChanges = Extract<VendorEvent, { type: 'VendorSettingsChanged' }>['data']['changes'];

function changedSettings(settings: VendorSettings, { tier, ...changes }: SettingsChanges): VendorSettings {
  const { tier: before, ...changed } = withChanges(settings, changes);
  const after = tier === undefined ? before : tier;
  return { ...changed, ...(after && { tier: after }) };
}

/** A vendor before anything is recorded. */
export const newVendor = (vendorId: number): VendorState => ({ vendorId, version: '0', changedBy: '' });

/** How `vendor-{vendorId}` becomes the vendor. */
export const vendorFold: Fold<VendorState> = {
  name: 'vendor-4',
  initial: (stream) => newVendor(Number(vendorStreams.keyOf(stream))),
  evolve: (state, fact) => ({
    ...state,
    record: evolveVendor(state.record, vendorStreams.own(fact)),
    ...(isVendorEdit(vendorStreams.own(fact)) && {
      version: String(fact.position),
      changedBy: fact.metadata.actor.username,
    }),
  }),
};
