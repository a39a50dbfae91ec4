import type { PriceListCheck, PriceListResource } from '#contracts/api/price-lists.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars, dollarsOrNull } from '#contracts/vocabulary/money.ts';
import type { PriceQuestionReason } from '#contracts/vocabulary/price-questions.ts';
import { naturalStock } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { rowOf } from '#services/platform/http/index.ts';
import { notAsSeen, Refusal } from '#services/platform/refusal.ts';
import { priceQuestions, refuseMalformed } from './check-price-list.ts';
import { comparePriceLists, type PriceDifference } from './compare-price-lists.ts';
import { stockConcerned, type Concerned } from './stock-concerned.ts';
import {
  deletePriceList,
  lockPriceLists,
  noteRemoval,
  priceListInForce,
  priceListOn,
  selectPriceLists,
  writePriceList,
  type Loading,
} from './price-list-store.ts';
import type { PriceList } from './price-list.ts';

const SHOWN_DIFFERENCES = 200;

/**
 * What loading the list would change, and what it is asked a person's yes for (rule: Price list files). Changes nothing.
 * Refuses (422) a malformed list.
 */
export async function checkPriceList(db: Db, list: PriceList, today: HouseDay): Promise<PriceListCheck> {
  refuseMalformed(list);
  // First: what is loaded while the check is made is then not what it names as seen.
  const comparedWith = (await priceListInForce(db, list.date)) ?? '';
  const [before, inForce, stock] = [
    await priceListOn(db, list.date),
    await priceListOn(db, today),
    await naturalStock(db),
  ];
  const differences = comparePriceLists(before, list);
  const concerned = stockConcerned(differences, stock);
  const sum = (wanted: (one: PriceDifference) => boolean) => {
    const found = concerned.filter(({ difference }) => wanted(difference));
    const total = (of: (one: Concerned) => number) => found.reduce((all, one) => all + of(one), 0);
    return {
      prices: found.length,
      stones: total(({ stones }) => stones),
      value: dollars(total(({ cents }) => cents)),
    };
  };
  return {
    date: list.date,
    prices: list.rows.length,
    before: before ? { date: before.date, prices: before.rows.length } : null,
    comparedWith,
    up: sum(({ before: old, after }) => old !== null && after !== null && after > old),
    down: sum(({ before: old, after }) => old !== null && after !== null && after < old),
    same: sum(({ before: old, after }) => old === after),
    added: sum(({ before: old }) => old === null),
    gone: sum(({ after }) => after === null),
    differences: before ? shown(concerned) : [],
    questions: priceQuestions(list, differences, { today, inForce: inForce?.date }),
  };
}

/** The largest first; what is gone or new before those that moved. */
function shown(concerned: readonly Concerned[]): PriceListCheck['differences'] {
  const size = ({ before, after }: PriceDifference): number =>
    before === null || after === null ? Infinity : Math.abs(after - before) / before;
  return concerned
    .filter(({ difference: { before, after } }) => before !== after)
    .sort((a, b) => size(b.difference) - size(a.difference) || b.stones - a.stones)
    .slice(0, SHOWN_DIFFERENCES)
    .map(({ difference: { fromWeight, toWeight, before, after, ...grade }, stones }) => ({
      ...grade,
      from: inCarats(fromWeight),
      to: inCarats(toWeight - 10),
      before: dollarsOrNull(before),
      after: dollarsOrNull(after),
      change:
        before === null || after === null ? null : Math.round(((after - before) / before) * 10_000) / 100,
      stones,
    }));
}

/**
 * Loads a list as one step, within the caller's transaction; one of the same date is replaced, and who did so is noted.
 * Refuses (422) a malformed list, and one with a question that was not answered with yes; 409 when it would follow or
 * replace another list than the one it was checked against (rule: Price list files).
 * @param seen the `comparedWith` of that check; undefined: none is known
 */
export async function loadPriceList(
  tx: Db,
  list: PriceList,
  {
    confirmed,
    seen,
    today,
    ...loading
  }: Loading & { confirmed: readonly PriceQuestionReason[]; seen?: string | undefined; today: HouseDay },
): Promise<PriceListResource> {
  await lockPriceLists(tx);
  const { questions, before, comparedWith } = await checkPriceList(tx, list, today);
  if (seen !== undefined && seen !== comparedWith) {
    const now = before ? priceListText(await priceListOf(tx, before.date, today)) : 'there is none';
    throw notAsSeen('The price list that the file was checked against', `${now}. Check the file again`);
  }
  const open = questions.filter(({ reason }) => !confirmed.includes(reason));
  if (open.length > 0)
    throw new Refusal(422, `To be confirmed first: ${open.map(({ message }) => message).join(' ')}`, {
      code: 'TO_BE_CONFIRMED',
      errors: open.map(({ reason, message }) => ({ field: reason, message })),
    });
  const { by, at } = loading;
  await noteRemoval(tx, list.date, { by, at, replaced: true });
  await writePriceList(tx, list, loading);
  return priceListOf(tx, list.date, today);
}

/**
 * Removes a list and answers what it was, within the caller's transaction; the one before it is then in force. Who did so
 * is noted. Throws Refusal 404, and 409 when another list of that date was loaded than the one seen (rule: Price list
 * files).
 * @param loadedAt of the list that was seen, empty where that was not noted; undefined: none was
 */
export async function removePriceList(
  tx: Db,
  date: HouseDay,
  {
    by,
    at,
    loadedAt,
    today,
  }: Pick<Loading, 'by' | 'at'> & { loadedAt?: string | undefined; today: HouseDay },
): Promise<PriceListResource> {
  await lockPriceLists(tx);
  const removed = await priceListOf(tx, date, today);
  if (loadedAt !== undefined && loadedAt !== (removed.loadedAt ?? ''))
    throw notAsSeen(`The price list of ${date}`, priceListText(removed), 'loadedAt');
  await noteRemoval(tx, date, { by, at, replaced: false });
  await deletePriceList(tx, date);
  return removed;
}

const priceListText = ({ date, loadedBy }: PriceListResource): string =>
  `the list of ${date}${loadedBy && `, loaded by ${loadedBy}`}`;

async function priceListOf(db: Db, date: HouseDay, today: HouseDay): Promise<PriceListResource> {
  const list = await rowOf<PriceListResource>(db, { select: selectPriceLists(today) }, date);
  if (!list) throw new Refusal(404, `There is no price list of ${date}.`, { code: 'UNKNOWN_PRICE_LIST' });
  return list;
}
