import { describe, expect, it } from 'vitest';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { madeStones } from '../../testing/made-stones.ts';
import type { ListKind } from '../../lists/list-kinds.ts';
import type { ListRow } from '../../lists/list-row.ts';
import { choicesFor } from './choices.ts';
import { entriesOf, type ListRows } from '../../lists/lookup/entry.ts';
import { readQuery } from './query.ts';

const [a, b, c] = madeStones(3).map((stone) => ({ ...stone, clarity: 'VS1' })) as [ListRow, ListRow, ListRow];
const list = (kind: ListKind, rows: readonly ListRow[], line: Line = 'natural'): ListRows => ({
  line,
  kind,
  rows,
});
/** What a group offers, with its figures. */
function offered(text: string, title: string, lists: readonly ListRows[]): string[] {
  const of = { entries: entriesOf(lists), lists };
  const group = choicesFor(text, readQuery(text, PROGRAM_LISTS), of, []).find((one) => one.title === title);
  return (group?.choices ?? []).map(({ label, figure = '' }) => `${label} ${figure}`.trim());
}

describe('What Find offers of lists (product: Find)', () => {
  const lists = [list('available', [a, b, c]), list('cart', [a]), list('past', [b])];

  it('counts what a list will show, also what stands in another list too', () => {
    expect(offered('vs1', 'Show them in their list', lists)).toEqual([
      'Available: Loose Diamonds 3 found',
      'Cart: Loose Diamonds 1 found',
      'Account History: Loose Diamonds 1 found',
    ]);
    expect(offered('vs1', '3 found', lists)).toHaveLength(3);
  });
  it('goes to a list of which every stone stands in another one too, and to no empty one', () => {
    expect(offered('loose', 'Go to', [...lists, list('customer', [])])).toEqual([
      'Available: Loose Diamonds',
      'Cart: Loose Diamonds',
      'Account History: Loose Diamonds',
    ]);
  });
});
