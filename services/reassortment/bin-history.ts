import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { CustomerStone } from '#contracts/reassortment/customer-stone.ts';
import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import { addDays, daysBetween, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { ON_MEMO } from '#contracts/vocabulary/statuses.ts';
import { gradedOf, keyOfRow } from './inputs/units.ts';
import { binsThatHold } from './plan/bins-that-hold.ts';
import type { GradedStone } from './plan/closeness.ts';

/** What came and went in a bin in a calendar year (rule: History of bins). */
export type BinYear = {
  /** 1 January. */
  from: HouseDay;
  /** Pieces on memo from us, the mean over the days of the year up to today; two decimals. */
  qtyAverage: number;
  qtyNew: number;
  qtySold: number;
  qtyReturned: number;
};

/** What is known of a stone in a store: when it was with the customer, and when it came, was sold or returned. */
export type StoneLife = {
  /** Null: the store is not known. */
  storeId: string | null;
  stone: GradedStone;
  /** Days at whose end it was on memo, as intervals [from, to); `to` null while it is. */
  onMemo: readonly { from: HouseDay; to: HouseDay | null }[];
  came: readonly HouseDay[];
  sold: readonly HouseDay[];
  returned: readonly HouseDay[];
};

const FIRST_YEAR = 2019;

/**
 * The lives of a customer's stones, from our documents and the sale dates of its uploaded rows, joined by certificate
 * number: our documents name no store, so a stone of ours was in the store of the row with its certificate, or in the
 * only store that there is. A row whose sale we have invoiced counts once. Pure.
 */
export function livesOf(
  customerId: number,
  {
    parcels,
    stones,
    storeIds,
    zone,
  }: {
    parcels: readonly ParcelState[];
    stones: readonly CustomerStone[];
    storeIds: readonly string[];
    zone: string;
  },
): StoneLife[] {
  const onlyStore = storeIds.length === 1 ? storeIds[0]! : null;
  const rowOf = new Map(
    stones.flatMap((row) => {
      const key = keyOfRow(row);
      return key === undefined ? [] : [[key, row] as const];
    }),
  );
  const invoiced = new Set<string>();
  const ours = parcels.flatMap((parcel) => {
    const view = foldParcel(parcel, zone);
    const entryOf = new Map(view.entries.map((entry) => [entry.eventId, entry]));
    return view.spells
      .filter((spell) => spell.customerId === customerId)
      .map(({ frozen, entryIds, invoices, days }): StoneLife => {
        const key = certificateKey(frozen.attributes);
        const entries = entryIds.flatMap((id) => entryOf.get(id) ?? []);
        const standing = invoices.filter(({ creditId }) => creditId === null);
        if (key !== undefined && standing.length > 0) invoiced.add(key);
        const row = key === undefined ? undefined : rowOf.get(key);
        return {
          storeId: row?.storeId ?? onlyStore,
          stone: gradedOf(frozen.attributes),
          onMemo: days.filter(({ status }) => ON_MEMO.includes(status)),
          came: entries
            .filter(({ type }) => type === 'MEMO')
            .slice(0, 1)
            .map(({ day }) => day),
          sold: standing.map(({ eventId }) => entryOf.get(eventId)!.day),
          returned: entries.filter(({ type }) => type === 'RETURN_MEMO').map(({ day }) => day),
        };
      });
  });
  const own = stones.flatMap((sold): StoneLife[] => {
    const { soldDate, storeId, stone, quantity } = sold;
    return soldDate === null || invoiced.has(keyOfRow(sold) ?? '')
      ? []
      : [
          {
            storeId,
            stone,
            onMemo: [],
            came: [],
            returned: [],
            // Of what was sold, a file may well say that none is left.
            sold: Array.from({ length: Math.max(1, quantity) }, () => soldDate),
          },
        ];
  });
  return [...ours, ...own];
}

/** Each bin's years from 2019 to the current one, in the order of the bins. Pure. */
export function binHistory(
  bins: readonly IdealBin[],
  lives: readonly StoneLife[],
  today: HouseDay,
): BinYear[][] {
  const ofBins = bins.map((): StoneLife[] => []);
  const binsOf = binsThatHold(bins);
  for (const life of lives) for (const place of binsOf(life)) ofBins[place]!.push(life);
  const years = Array.from(
    { length: Number(today.slice(0, 4)) - FIRST_YEAR + 1 },
    (_, index) => FIRST_YEAR + index,
  );
  return ofBins.map((own) => years.map((year) => yearOf(own, year, today)));
}

function yearOf(lives: readonly StoneLife[], year: number, today: HouseDay): BinYear {
  const [from, next] = [`${year}-01-01`, `${year + 1}-01-01`];
  const until = next <= today ? next : addDays(today, 1);
  const within = (pick: (life: StoneLife) => readonly HouseDay[]): number =>
    lives.reduce((sum, life) => sum + pick(life).filter((day) => from <= day && day < next).length, 0);
  const days = lives
    .flatMap(({ onMemo }) => onMemo)
    .reduce((sum, interval) => sum + Math.max(0, daysWithin(interval, from, until)), 0);
  return {
    from,
    qtyAverage: Math.round((days / daysBetween(from, until)) * 100) / 100,
    qtyNew: within(({ came }) => came),
    qtySold: within(({ sold }) => sold),
    qtyReturned: within(({ returned }) => returned),
  };
}

function daysWithin(
  { from, to }: { from: HouseDay; to: HouseDay | null },
  first: HouseDay,
  until: HouseDay,
): number {
  const begins = from > first ? from : first;
  const ends = to !== null && to < until ? to : until;
  return daysBetween(begins, ends);
}
