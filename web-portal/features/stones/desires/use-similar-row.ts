import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import type { Filters } from '../../../components/data-table/filters.ts';
import { shapeKeysOf } from '../../../lib/attributes.ts';
import { unlessFailed } from '../../../lib/unless-failed.ts';
import { useStill } from '../../../lib/use-still.ts';
import { listQuery, type StoneList } from '../../../lists/api/get-list.ts';
import { desiresAmong, type ListRow, type Wanted, type DesiredProperties } from '../../../lists/list-row.ts';
import { sameWanted, useCartDesire } from './cart-desire.ts';
import { useDesirePrices } from './get-desire-price.ts';
import { useUpdateDesires } from '../../../lists/api/update-desires.ts';
import { rowOfDesired, withShapeNames } from '../../../lists/desire-row.ts';
import { ENOUGH_MATCHES, desiredFrom } from './desired-properties.ts';

type SimilarRowOptions = {
  /** Whether this table may have the row at all. */
  allowed: boolean;
  filters: Filters;
  /** Rows that pass the filters. */
  matches: number;
  attributes: AttributeLists;
  showPrices: ShowPrices;
};

export type SimilarRow = {
  /** The row; null when there is none. */
  row: ListRow | null;
  /** Puts it into the cart, or takes it out again. */
  toggleCart: () => void;
};

const NONE_DESIRED: readonly DesiredProperties[] = [];
/** Prices are asked for when the filters have stood still for this long. */
const STILL_MS = 300;

/**
 * The virtual row for similar stones, which appears when fewer than 3 rows match (product: Similar-stone
 * row): it is derived from the filters, so it is there again after a reload with saved ones.
 */
export function useSimilarRow(options: SimilarRowOptions): SimilarRow {
  const { allowed, filters, matches, attributes, showPrices } = options;
  const shown = allowed && matches < ENOUGH_MATCHES;
  const desired = useMemo(
    () => (shown ? desiredFrom(filters, attributes) : null),
    [shown, filters, attributes],
  );
  const settled = useStill(desired, STILL_MS);
  const priced = showPrices !== 'NONE' && settled !== null;
  const prices = useDesirePrices(useMemo(() => (priced ? [settled] : NONE_DESIRED), [priced, settled]));
  const { data: carted } = useQuery({ ...listQuery('natural', 'cart'), select: desiresOf, enabled: shown });
  const { cartDesire, carting } = useCartDesire();
  const { updateDesires } = useUpdateDesires();

  const price = showPrices === 'NONE' ? undefined : desired === settled ? prices[0] : 'Calculating...';
  const bare = useMemo(() => desired && rowOfDesired(desired), [desired]);
  const wanted = bare?.wanted;
  const same = wanted && carted?.find((desire) => sameWanted(desire, wanted));
  const inCart = carting || same !== undefined;
  const row = useMemo(
    () =>
      bare?.wanted
        ? withShapeNames(
            { ...bare, inCart, wanted: { ...bare.wanted, price } },
            shapeKeysOf(attributes).nameOf,
          )
        : null,
    [bare, inCart, price, attributes],
  );
  return {
    row,
    toggleCart: () => {
      if (same?.desireId) void unlessFailed(updateDesires([same.desireId], 'CANCELLED'));
      else if (desired && wanted && !carting) cartDesire({ desired, wanted });
    },
  };
}

const desiresOf = ({ rows }: StoneList): Wanted[] => desiresAmong(rows);
