import { stoneStream, type StoneEvent } from '#contracts/events/index.ts';
import { parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { carryOut, deriveId, type CommandContext } from '#services/platform/commands/index.ts';
import { stockNumberOf } from '../feed/check-row.ts';
import { isHeld } from '../feed/decide-stock.ts';
import { lineWith, ownTier } from '../feed/line-and-tier.ts';
import { newestOffers, type WorkRow } from '../feed-runs/row-store.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { currentVendor } from '../require-vendor.ts';
import { REPRICING, type Repriced } from './reprice-parcel.ts';

/**
 * Gives these parcels of a vendor the tier that a person set last, else that of the group in the vendor's last feed, else
 * the vendor's, as they are known now (rule: Accept and reject); a parcel that is not listed yet gets it with its first
 * listing. One that was never judged keeps the tier that it has where the last feed says nothing of it that counts, or
 * where it would be of another line. May be repeated: a tier that is right is not recorded again.
 */
export async function retiering(
  context: CommandContext,
  vendorId: number,
  cause: string,
  parcelNames: readonly string[],
): Promise<(parcelName: string) => Promise<Repriced>> {
  const { dxPrefix, tier: vendorTier } = (await currentVendor(context, vendorId)).settings;
  const judgements = await judgementsOf(context, vendorId);
  const numberOf = (parcelName: string): string => stockNumberOf(parcelName, dxPrefix);
  const overrideOf = (stockNumber: string) => judgementOf(judgements, stockNumber).overrideTier;
  const free = parcelNames.map(numberOf).filter((stockNumber) => overrideOf(stockNumber) === null);
  const offers = await newestOffers(context.db, vendorId, free);
  const newest = new Map(offers.filter(isNotRefused).map((row) => [row.vendorStockId, row]));
  return async (parcelName) => {
    const stockNumber = numberOf(parcelName);
    const tier = overrideOf(stockNumber);
    const row = newest.get(stockNumber);
    const wanted = row?.offer?.attributes.tier ?? vendorTier;
    const at = context.clock().toISOString();
    let held = false;
    const decide = (parcel: ParcelState): readonly StoneEvent[] => {
      if (!parcel.listed || parcel.vendorId !== vendorId) return [];
      const wasJudged = tier !== null || parcel.overrideTier !== undefined;
      if (!wasJudged && !(row && isDecided(row))) return [];
      const decided = decideTier(parcel, { tier, otherwise: ownTier(parcel, wanted, parcel) }, at);
      held = decided.length > 0 && isHeld(parcel, context.zone);
      return held ? [] : decided;
    };
    const { events } = await carryOut(
      context,
      { stream: stoneStream(parcelName), fold: parcelFold },
      { commandId: cause, actor: REPRICING },
      decide,
      {
        eventId: (_, { revision }) =>
          deriveId('retier', parcelName, String(revision), tier ?? '', wanted ?? ''),
      },
    );
    if (events.length > 0) return 'repriced';
    return held ? 'held' : 'unchanged';
  };
}

/** What is of another line than the parcel, or of another vendor's, says nothing of it. */
const isNotRefused = ({ class: of, outcome }: WorkRow): boolean => of !== 'REFUSED' && outcome !== 'clash';

/** What waits for a person's yes says nothing of the parcel yet; once it is written it does, unless doubted again since. */
function isDecided({ class: of, passed, outcome, setAsideAt }: WorkRow): boolean {
  if (outcome === 'waiting') return false;
  const written = (outcome === 'listed' || outcome === 'changed') && setAsideAt === null;
  return passed || written || (of !== 'WAITING' && of !== 'UNLISTED');
}

/**
 * Pure: a listed parcel's description with the tier that is then in force (rule: Tiers); none when it has that tier, and
 * for that reason, already, and where the tier that a person set is of another line, which no parcel changes.
 * @param tiers the tier that a person set, null for none, and what counts then: the feed's group or the vendor's tier
 */
export function decideTier(
  { line, attributes: { tier: now, ...graded }, overrideTier, piece }: ParcelState,
  { tier, otherwise }: { tier: Tier | null; otherwise: Tier | undefined },
  at: Instant,
): StoneEvent[] {
  if (tier !== null && lineWith({ line, attributes: graded }, tier) !== line) return [];
  const inForce = tier ?? otherwise;
  const judged = overrideTier === (tier ?? undefined) ? {} : { overrideTier: tier };
  if (now === inForce && !('overrideTier' in judged)) return [];
  const attributes = { ...graded, ...(inForce !== undefined && { tier: inForce }) };
  return [
    {
      type: 'StoneDescribed',
      data: { attributes, ...(piece && { piece }), ...judged, effectiveAt: at },
    },
  ];
}
