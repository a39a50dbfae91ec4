import { expect, test } from 'vitest';
import { rowsAsked } from './rows-asked.ts';

const ROWS = [
  { id: 4, name: 'Hope', carats: 45.52, sold: false },
  { id: 10, name: 'regent', carats: 140.64, sold: true },
  { id: 2, name: 'Sancy', carats: null, sold: false },
  { id: 3, name: 'hope', carats: 45.52, sold: true },
];
const list = (asked: { sort?: [string, boolean]; filter?: Record<string, unknown> }): number[] =>
  rowsAsked(
    ROWS,
    {
      sort: asked.sort ? { field: asked.sort[0], descending: asked.sort[1] } : null,
      filter: asked.filter ?? {},
    },
    {
      key: 'id',
      sortedBy: ['name', 'carats'],
      filteredBy: ['sold', 'carats'],
      searched: ({ name }) => name,
      chosenBy: ['seen'],
    },
  ).map(({ id }) => id);

test.each([
  [{}, [4, 10, 2, 3]],
  [{ sort: ['id', false] }, [2, 3, 4, 10]],
  [{ sort: ['id', true] }, [10, 4, 3, 2]],
  [{ sort: ['name', false] }, [3, 4, 10, 2]],
  [{ sort: ['name', true] }, [2, 10, 4, 3]],
  // Unset values are last in either direction.
  [{ sort: ['carats', false] }, [3, 4, 10, 2]],
  [{ sort: ['carats', true] }, [10, 4, 3, 2]],
  [{ filter: { id: [3, 10] } }, [10, 3]],
  [{ filter: { id: '3' } }, [3]],
  [{ filter: { sold: true } }, [10, 3]],
  [{ filter: { carats: null } }, [2]],
  [{ filter: { q: ' HOP ' } }, [4, 3]],
  [{ filter: { q: 'hop', sold: true } }, [3]],
  [{ filter: { seen: true } }, [4, 10, 2, 3]],
] as [Parameters<typeof list>[0], number[]][])('%o', (asked, ids) => {
  expect(list(asked)).toEqual(ids);
});

test.each([
  [{ sort: ['password', false] as [string, boolean] }, 'sort: password is none of id, name, carats.'],
  [{ filter: { name: 'Hope' } }, 'filter: name cannot be filtered by; use q, id, sold, carats, seen.'],
  [{ filter: { q: 3 } }, 'filter: q cannot be filtered by; use q, id, sold, carats, seen.'],
])('%o is refused', (asked, message) => {
  expect(() => list(asked)).toThrow(message);
});

test('rows that come in the order asked for are not sorted again', () => {
  const rows = [
    { id: 1, name: 'b' },
    { id: 2, name: 'a' },
  ];
  const asked = (descending: boolean) =>
    rowsAsked(
      rows,
      { sort: { field: 'name', descending }, filter: {} },
      { key: 'id', sortedBy: ['name'], order: 'name' },
    ).map(({ id }) => id);
  expect([asked(false), asked(true)]).toEqual([
    [1, 2],
    [2, 1],
  ]);
});
