import type { FeedRunRow } from '#contracts/api/vendor-feeds.ts';
import type { StoneAttributes } from '#contracts/events/index.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { constantInWords, nameInWords } from '#contracts/vocabulary/words.ts';
import { exactCarats } from '#contracts/vocabulary/carats.ts';
import type { StockRecord } from '../feed/decide-stock.ts';

/** What differs between a parcel as it is known and as it would be, in words. */
export function changesBetween(
  before: StockRecord,
  after: StockRecord,
  shapeName: ShapeName,
): FeedRunRow['changes'] {
  const changes: FeedRunRow['changes'] = [];
  const note = (attribute: string, was: string, is: string): void => {
    if (was !== is) changes.push({ attribute, before: was, after: is });
  };
  const listed = ({ withdrawn }: StockRecord): string => (withdrawn ? 'Not available' : 'Available');
  note('Status', listed(before), listed(after));
  note('Cost', moneyWords(before.costCents), moneyWords(after.costCents));
  note('List price', moneyWords(before.totalCents), moneyWords(after.totalCents));
  note(
    'Vendor availability',
    constantInWords(before.vendorAvailability),
    constantInWords(after.vendorAvailability),
  );
  const names = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)]);
  for (const name of [...names].sort() as (keyof StoneAttributes)[]) {
    const value = ({ attributes }: StockRecord): string => valueInWords(attributes, name, shapeName);
    note(nameInWords(name), value(before), value(after));
  }
  return changes;
}

function valueInWords(
  attributes: StoneAttributes,
  name: keyof StoneAttributes,
  shapeName: ShapeName,
): string {
  const value = attributes[name];
  if (value === undefined) return '';
  if (name === 'weight') return `${exactCarats(attributes.weight)} ct`;
  return name === 'shapeCode' ? shapeName(String(value)) : String(value);
}
