import type { PriceQuestion } from '#contracts/api/price-lists.ts';
import { carats } from '#contracts/vocabulary/carats.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { CLARITIES, COLOURS } from '#contracts/vocabulary/grades.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import type { PriceQuestionReason } from '#contracts/vocabulary/price-questions.ts';
import { PRICE_TABLES, type PriceList, type PriceTable } from './price-list.ts';
import type { PriceDifference } from './compare-price-lists.ts';
import { refuseList } from './refuse-list.ts';

/** Weights in thousandths of a carat: bands end with a hundredth, so that a hole begins with one of more. */
const FIVE_CARATS = 5000;
/** A price that moved by more than a quarter is asked about. */
const MOST_MOVED = 0.25;
/** Cents per carat: outside of these a price is one of another unit. */
const PLAUSIBLE = { least: 1_000, most: 200_000_000 } as const;

/**
 * Refuses (422) a list that cannot be meant so (rule: Price list files): without one of the tables, with an incomplete
 * band, with a hole below 5 ct, with a price outside of all that is paid. Pure.
 */
export function refuseMalformed(list: PriceList): void {
  for (const table of PRICE_TABLES) {
    const bands = list.bands[table];
    if (bands.length === 0) refuseList(`The price list has no ${table} table.`);
    const [colours, clarities] = gradesOf(bands.flatMap(({ prices }) => [...prices.keys()]));
    for (const { fromWeight, toWeight, prices } of bands) {
      for (const colour of colours)
        for (const clarity of clarities)
          if (!prices.has(`${colour} ${clarity}`))
            refuseList(
              `The ${table} band ${carats(fromWeight)}-${carats(toWeight - 10)} ct has no price of ${colour} ${clarity}: each band has every colour with every clarity of its table.`,
            );
      for (const cents of prices.values())
        if (cents < PLAUSIBLE.least || cents > PLAUSIBLE.most)
          refuseList(
            `The ${table} band ${carats(fromWeight)}-${carats(toWeight - 10)} ct has a price of ${moneyWords(cents)} a carat: give dollars per carat between ${moneyWords(PLAUSIBLE.least)} and ${moneyWords(PLAUSIBLE.most)}.`,
          );
    }
    for (const { from, to } of holesOf(list, table))
      if (from < FIVE_CARATS)
        refuseList(`The ${table} table has a gap from ${carats(from)} to ${carats(to)} ct.`);
  }
}

/** Weights between two bands that none covers. */
function holesOf(list: PriceList, table: PriceTable): { from: number; to: number }[] {
  return list.bands[table].flatMap(({ fromWeight }, index, bands) => {
    const before = bands[index - 1];
    return before && before.toWeight < fromWeight ? [{ from: before.toWeight, to: fromWeight }] : [];
  });
}

/**
 * What needs a person's yes before the list is loaded (rule: Price list files). Pure.
 * @param inForce the date of the list in force today; undefined when there is none
 */
export function priceQuestions(
  list: PriceList,
  differences: readonly PriceDifference[],
  { today, inForce }: { today: HouseDay; inForce: HouseDay | undefined },
): PriceQuestion[] {
  const questions: PriceQuestion[] = [];
  const ask = (reason: PriceQuestionReason, found: readonly string[], message: string): void => {
    const [first, ...more] = found;
    if (first === undefined) return;
    const others = more.length > 0 ? `, and ${formatCount(more.length)} more` : '';
    questions.push({ reason, count: found.length, message: `${message}: ${first}${others}.` });
  };
  const from = ({ before }: PriceDifference) => (before === null ? '' : moneyWords(before));
  ask(
    'PRICES_MOVED',
    differences
      .filter(movedFar)
      .map((one) => `${placeOf(one)} goes from ${from(one)} to ${moneyWords(one.after ?? 0)}`),
    'Prices move by more than 25 %',
  );
  ask(
    'PRICES_GONE',
    differences.filter(({ after }) => after === null).map((one) => `${placeOf(one)}, now ${from(one)}`),
    'Prices of the list before are not in this one',
  );
  ask(
    'BETTER_IS_CHEAPER',
    PRICE_TABLES.flatMap((table) => cheaperBetter(list, table)),
    'A better grade is cheaper',
  );
  ask(
    'HOLE_ABOVE_FIVE_CARATS',
    PRICE_TABLES.flatMap((table) =>
      holesOf(list, table).map(({ from: start, to }) => `${table}, ${carats(start)} to ${carats(to)} ct`),
    ),
    'Weights above 5 ct have no price',
  );
  ask(
    'OLDER',
    inForce !== undefined && list.date < inForce ? [`${list.date}, before ${inForce}`] : [],
    'The list is older than the one in force and changes no price of today',
  );
  ask(
    'FUTURE',
    list.date > today ? [list.date] : [],
    'The list is of a day to come and counts from that day on',
  );
  return questions;
}

const movedFar = ({ before, after }: PriceDifference): boolean =>
  before !== null && after !== null && Math.abs(after - before) > before * MOST_MOVED;
const placeOf = ({ table, fromWeight, toWeight, colour, clarity }: PriceDifference): string =>
  `${table} ${carats(fromWeight)}-${carats(toWeight - 10)} ct ${colour} ${clarity}`;

/** Each price that is below that of the next colour or clarity down. */
function cheaperBetter(list: PriceList, table: PriceTable): string[] {
  const found: string[] = [];
  for (const { fromWeight, toWeight, prices } of list.bands[table]) {
    const [colours, clarities] = gradesOf([...prices.keys()]);
    const compare = (better: readonly [string, string], worse: readonly [string, string]): void => {
      const [high, low] = [prices.get(better.join(' ')), prices.get(worse.join(' '))];
      if (high === undefined || low === undefined || high >= low) return;
      const at = `${table} ${carats(fromWeight)}-${carats(toWeight - 10)} ct`;
      found.push(
        `${at} ${better.join(' ')} at ${moneyWords(high)}, ${worse.join(' ')} at ${moneyWords(low)}`,
      );
    };
    colours.forEach((colour, row) =>
      clarities.forEach((clarity, column) => {
        const [nextColour, nextClarity] = [colours[row + 1], clarities[column + 1]];
        if (nextColour !== undefined) compare([colour, clarity], [nextColour, clarity]);
        if (nextClarity !== undefined) compare([colour, clarity], [colour, nextClarity]);
      }),
    );
  }
  return found;
}

/** The colours and the clarities of a table's keys, the best first. */
function gradesOf(keys: readonly string[]): [colours: string[], clarities: string[]] {
  const pairs = keys.map((key) => key.split(' ') as [string, string]);
  const [colours, clarities] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, one]) => one))];
  return [
    COLOURS.map(({ colour }) => colour).filter((colour) => colours.has(colour)),
    CLARITIES.map(({ clarity }) => clarity).filter((clarity) => clarities.has(clarity)),
  ];
}
