import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { openMadeDesires } from '../testing/made-desires.ts';
import { madeStones } from '../testing/made-stones.ts';
import { queryKeys } from '../lib/query-keys.ts';
import type { StoneList } from './api/get-list.ts';
import { desireKey, rowOfDesire } from './desire-row.ts';
import { patchLists, patchRows, showInCart, showInstructed } from './list-cache.ts';
import { LIST_KINDS, type ListKind } from './list-kinds.ts';
import { placeDesires, showRequested } from './place-desires.ts';

const [a, b, c] = madeStones(3) as [Stone, Stone, Stone];
const as = (stone: Stone, status: Status): Stone => ({ ...stone, status });
let client: QueryClient;

function lists(rows: Partial<Record<ListKind, readonly Stone[]>>): void {
  client = new QueryClient();
  for (const kind of LIST_KINDS)
    client.setQueryData<StoneList>(queryKeys.list('natural', kind), {
      rows: rows[kind] ?? [],
      position: '1',
      stale: false,
    });
}
const rows = (kind: ListKind): readonly Stone[] =>
  client.getQueryData<StoneList>(queryKeys.list('natural', kind))!.rows;
const names = (kind: ListKind): string[] => rows(kind).map(({ parcelName }) => parcelName);

beforeEach(() => lists({ available: [a, b, c] }));

describe('Patching a list', () => {
  it('replaces in place, takes away what is gone, and adds what is new', () => {
    const patched = patchRows([a, b], new Set([a.parcelName, b.parcelName, c.parcelName]), [
      { ...b, total: 1 },
      c,
    ]);
    expect(patched).toEqual([{ ...b, total: 1 }, c]);
  });
  it('leaves the rows as they are when nothing changed', () => {
    const before = [a, b];
    expect(patchRows(before, new Set([c.parcelName]), [])).toBe(before);
  });
  it('puts the server’s word into every list', () => {
    patchLists(client, 'natural', [a.parcelName], {
      available: [],
      customer: [as(a, 'REQUESTED')],
      cart: [],
      past: [],
    });
    expect([names('available'), names('customer')]).toEqual([[b.parcelName, c.parcelName], [a.parcelName]]);
  });
});

describe('The cart, before the server has answered', () => {
  it('flips the flag and shows the stone in the cart', () => {
    showInCart(client, 'natural', [b.parcelName], true);
    expect([rows('available')[1]?.inCart, names('cart')]).toEqual([true, [b.parcelName]]);
  });
  it('takes both back', () => {
    showInCart(client, 'natural', [b.parcelName], true);
    showInCart(client, 'natural', [b.parcelName], false);
    expect([rows('available')[1]?.inCart, names('cart')]).toEqual([false, []]);
  });
  it('is flipped in open details too', () => {
    const details = queryKeys.details('natural', b.parcelName);
    client.setQueryData(details, { ...b, actions: ['REQUEST'] });
    showInCart(client, 'natural', [a.parcelName, b.parcelName], true);
    expect(client.getQueryData(details)).toEqual({ ...b, actions: ['REQUEST'], inCart: true });
    expect(client.getQueryData(queryKeys.details('natural', a.parcelName))).toBeUndefined();
  });
});

describe('An accepted instruction', () => {
  it('REQUEST moves stones from Available and the cart to My', () => {
    lists({ available: [a, b], cart: [a] });
    showInstructed(client, 'natural', 'REQUEST', [a.parcelName]);
    expect([names('available'), names('cart'), rows('customer')]).toEqual([
      [b.parcelName],
      [],
      [{ ...a, status: 'REQUESTED', inCart: false }],
    ]);
  });
  it('REQUEST leaves what My has already, where it was read again before the answer came', () => {
    lists({ customer: [as(a, 'REQUESTED')] });
    showInstructed(client, 'natural', 'REQUEST', [a.parcelName]);
    expect(names('customer')).toEqual([a.parcelName]);
  });
  it('SOLD moves stones from My to Past', () => {
    lists({ customer: [as(a, 'CUSTOMER')] });
    showInstructed(client, 'natural', 'SOLD', [a.parcelName]);
    expect([names('customer'), rows('past')[0]?.status]).toEqual([[], 'SOLD']);
  });
  it('SOLD leaves what Past has already, where it was read again before the answer came', () => {
    lists({ customer: [as(a, 'CUSTOMER')], past: [as(b, 'SOLD')] });
    showInstructed(client, 'natural', 'SOLD', [a.parcelName, b.parcelName]);
    expect([names('customer'), names('past')]).toEqual([[], [b.parcelName, a.parcelName]]);
  });
  it('RETURN leaves a stone in My as pending until it is received', () => {
    lists({ customer: [as(a, 'CUSTOMER')] });
    showInstructed(client, 'natural', 'RETURN', [a.parcelName]);
    expect(rows('customer')[0]?.status).toBe('PENDING_RETURN');
  });
  it('RETURN leaves what My has as pending already, where it was read again before the answer came', () => {
    lists({ customer: [as(a, 'PENDING_RETURN')] });
    showInstructed(client, 'natural', 'RETURN', [a.parcelName]);
    expect(rows('customer')).toEqual([as(a, 'PENDING_RETURN')]);
  });
  it('RETURN of what was only requested withdraws it', () => {
    lists({ customer: [as(a, 'REQUESTED')] });
    showInstructed(client, 'natural', 'RETURN', [a.parcelName]);
    expect(names('customer')).toEqual([]);
  });
});

describe('A list that is marked to be read again', () => {
  const carted = openMadeDesires().cart({ shape: ['RD'] });
  const key = (kind: ListKind) => queryKeys.list('natural', kind);
  const marked = (): ListKind[] =>
    LIST_KINDS.filter((kind) => client.getQueryState(key(kind))?.isInvalidated === true);
  const mark = (): Promise<void> =>
    client.invalidateQueries({ queryKey: queryKeys.lists, refetchType: 'none' });

  it.each([
    [
      'rows that the server answered',
      () =>
        patchLists(client, 'natural', [a.parcelName], { available: [], customer: [a], cart: [], past: [] }),
    ],
    ['the cart', () => showInCart(client, 'natural', [a.parcelName], true)],
    ['an instruction', () => showInstructed(client, 'natural', 'REQUEST', [a.parcelName])],
    ['requests for similar stones', () => placeDesires(client, [{ ...carted, status: 'ACTIVE' }])],
    ['requests that were sent', () => showRequested(client, [carted.desireId])],
  ])('stays marked when it shows %s', async (_what, show) => {
    lists({ available: [a, b] });
    placeDesires(client, [carted]);
    await mark();
    show();
    expect(marked()).toEqual(LIST_KINDS);
  });
  it('shows what was changed meanwhile', async () => {
    placeDesires(client, [carted]);
    await mark();
    showRequested(client, [carted.desireId]);
    expect([names('cart'), names('customer')]).toEqual([[], [desireKey(carted.desireId)]]);
  });
  it('is not marked by a change, and one that a change leaves as it is is not touched', () => {
    const before = client.getQueryState(key('past'));
    placeDesires(client, [carted]);
    patchLists(client, 'natural', [a.parcelName], { available: [], customer: [a], cart: [], past: [] });
    expect(marked()).toEqual([]);
    expect(rows('cart')).toEqual([rowOfDesire(carted)]);
    expect(client.getQueryState(key('past'))).toBe(before);
  });
});
