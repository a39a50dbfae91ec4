import type { Line } from '#contracts/vocabulary/lines.ts';
import { namedParcelsVersion, ownParcels, type OwnParcels } from '#projections/parcels/index.ts';
import { concerns, keptAnswers, type CommitJournal } from '#services/freshness/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { ReadState } from '#services/platform/http/index.ts';

/** The customer and line of the parcels; null: of no customer. */
type OwnView = { readonly line: Line; readonly caller: { readonly customerId: number | null } };

/** What callers' lists follow, asked for again only when a parcel in them changed. */
export type KnownParcels = {
  /** What the view's customer has or had of its line; nothing without a customer. */
  own(view: OwnView, state: ReadState): Promise<OwnParcels>;
  /** A word that changes with everything that these parcels are shown with. */
  versionOf(names: readonly string[], state: ReadState): Promise<string>;
};

const MAX_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 500;
const NAME_BYTES = 250;

const NONE: OwnParcels = { version: '', lastActions: new Map(), names: [] };

/** Made once for a process. */
export function openKnownParcels(db: Db, journal: CommitJournal): KnownParcels {
  const bytesOf = ({ concerns }: { concerns: readonly string[] }): number =>
    ENTRY_BYTES + NAME_BYTES * concerns.length;
  const owned = keptAnswers<OwnParcels>(journal, MAX_BYTES, bytesOf);
  const versions = keptAnswers<string>(journal, MAX_BYTES, bytesOf);

  const ofCustomer = async (customerId: number, line: Line) => {
    const value = await ownParcels(db, customerId, line);
    return { value, concerns: [concerns.entriesOf(customerId), ...value.names.map(concerns.parcel)] };
  };
  return {
    own: async ({ line, caller: { customerId } }, state) =>
      customerId === null
        ? NONE
        : owned.get(JSON.stringify([customerId, line]), state, () => ofCustomer(customerId, line)),
    versionOf: async (names, state) =>
      names.length === 0
        ? ''
        : versions.get(JSON.stringify(names), state, async () => ({
            value: await namedParcelsVersion(db, names),
            concerns: names.map(concerns.parcel),
          })),
  };
}
