import type { QueryClient } from '@tanstack/react-query';
import type { Desire } from '#contracts/api/desires.ts';
import { queryKeys } from '../lib/query-keys.ts';
import type { StoneList } from './api/get-list.ts';
import type { ListRow } from './list-row.ts';
import { desireKey, rowOfDesire } from './desire-row.ts';

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
    client.setQueryData<StoneList>(
      queryKeys.list('natural', kind),
      (list) =>
        list && {
          ...list,
          rows: [...list.rows.filter(({ parcelName }) => !keys.has(parcelName)), ...here],
        },
    );
  }
}

/** Shows carted desires as requested, until the server's rows have come. */
export function showRequested(client: QueryClient, desireIds: readonly string[]): void {
  const keys = new Set(desireIds.map(desireKey));
  let requested: ListRow[] = [];
  client.setQueryData<StoneList>(queryKeys.list('natural', 'cart'), (list) => {
    if (!list) return list;
    requested = list.rows.filter(({ parcelName }) => keys.has(parcelName)).map(asRequested);
    return { ...list, rows: list.rows.filter(({ parcelName }) => !keys.has(parcelName)) };
  });
  client.setQueryData<StoneList>(
    queryKeys.list('natural', 'customer'),
    (list) => list && { ...list, rows: [...list.rows, ...requested] },
  );
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
