import type { QueryClient } from '@tanstack/react-query';
import type { Desire } from '#contracts/api/desires.ts';
import { queryKeys } from '../lib/query-keys.ts';
import type { ListRow } from './list-row.ts';
import { desireKey, rowOfDesire } from './desire-row.ts';
import { changeList, patchRows, rowsNamed } from './list-cache.ts';

/** Where a desire of each status stands; one taken out of the cart stands nowhere. */
const LIST_OF: Readonly<Record<Desire['status'], 'cart' | 'customer' | 'past' | null>> = {
  CART: 'cart',
  ACTIVE: 'customer',
  CLOSED: 'past',
  CANCELLED: null,
};
const KINDS = ['cart', 'customer', 'past'] as const;

/** Shows desires in the lists that they belong to now, and in no other. */
export function placeDesires(client: QueryClient, desires: readonly Desire[]): void {
  const keys = new Set(desires.map(({ desireId }) => desireKey(desireId)));
  for (const kind of KINDS) {
    const here = desires.filter(({ status }) => LIST_OF[status] === kind).map(rowOfDesire);
    changeList(client, 'natural', kind, (rows) => patchRows(rows, keys, here));
  }
}

/** Shows carted desires as requested, until the server's rows have come. */
export function showRequested(client: QueryClient, desireIds: readonly string[]): void {
  const keys = new Set(desireIds.map(desireKey));
  const requested = rowsNamed(client, 'natural', 'cart', keys).map(asRequested);
  changeList(client, 'natural', 'cart', (rows) => patchRows(rows, keys, []));
  // Those that My has already, where it was read again before the answer came, stay there.
  const moved = new Set(requested.map(({ parcelName }) => parcelName));
  changeList(client, 'natural', 'customer', (rows) => patchRows(rows, moved, requested));
  readDesiresAgain(client);
}

const asRequested = (row: ListRow): ListRow => ({
  ...row,
  status: 'REQUESTED',
  inCart: false,
  ...(row.wanted && { wanted: { ...row.wanted, status: 'ACTIVE' as const } }),
});

/** The lists that desires stand in are read again, behind what is shown. */
export function readDesiresAgain(client: QueryClient): void {
  for (const kind of KINDS) void client.invalidateQueries({ queryKey: queryKeys.list('natural', kind) });
}
