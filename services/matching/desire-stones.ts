import type { DesireStone } from '#contracts/api/desires.ts';
import type { CustomerAccess, Wanted, StoneAttributes } from '#contracts/events/index.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { matchingWithin, parcelsOfCustomer } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { searchFor } from './desire-price.ts';
import { comparableOf } from './comparable-stone.ts';

/** More would not be looked through by a person. */
const MOST_AVAILABLE = 50;

/**
 * The stones that could fill a customer's desire (rule: Desires): matching ones that it has or has requested
 * now, then matching ones that can be requested for it, at most 50, FM ones only where its flags allow them,
 * then the customer's others; each lightest first.
 */
export async function stonesForDesire(
  db: Db,
  { customerId, spec: wanted }: { customerId: number; spec: Wanted },
  access: CustomerAccess,
): Promise<DesireStone[]> {
  const { shapes, lightest, heaviest, matches: gradesMatch } = searchFor(wanted);
  const [own, available] = await Promise.all([
    parcelsOfCustomer(db, customerId, 'natural'),
    matchingWithin(db, 'natural', shapes, lightest, heaviest),
  ]);
  const asks = ({ attributes, parcelName }: Candidate): boolean => {
    const comparable = { ...comparableOf(parcelName, 'natural', attributes), listCents: 0, fm: false };
    const fits = comparable.weight >= lightest && comparable.weight <= heaviest;
    return fits && (shapes === null || shapes.includes(comparable.shapeCode)) && gradesMatch(comparable);
  };
  const held = own
    .filter(({ end, status }) => end === null && CURRENT_STATUSES.includes(status))
    .map((row) => stone(row, 'HELD', asks(row)))
    .toSorted(byWeight);
  const free = available
    .filter((row) => (access.fmAllowed || !row.fm) && asks(row))
    .map((row) => stone(row, 'AVAILABLE', true))
    .toSorted(byWeight)
    .slice(0, MOST_AVAILABLE);
  return [...held.filter(({ matches }) => matches), ...free, ...held.filter(({ matches }) => !matches)];
}

type Candidate = { parcelName: string; attributes: StoneAttributes };

const byWeight = (a: DesireStone, b: DesireStone): number =>
  a.weight - b.weight || compareText(a.parcelName, b.parcelName);

function stone(
  { parcelName, attributes }: Candidate,
  standing: DesireStone['standing'],
  matches: boolean,
): DesireStone {
  const { weight, shapeCode, colour, clarity, fluorescence, cut, polish, symmetry, lab, certNo } = attributes;
  return {
    parcelName,
    standing,
    matches,
    weight: inCarats(weight),
    shapeCode,
    colour,
    clarity,
    fluorescence,
    cut,
    polish,
    symmetry,
    lab,
    certNo,
  };
}
