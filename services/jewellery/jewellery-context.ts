import type { Positions } from '#projections/engine/index.ts';
import type { StoneRoutesDeps, StonesContext } from '#services/stones/index.ts';

/** What commands on models and their orders need besides the log. */
export type JewelleryContext = StonesContext & {
  /** How far the read models are: who comes first is decided on the current orders and pieces. */
  positions: Pick<Positions, 'waitForPosition' | 'positionOf'>;
  /** Serves one model's back orders one at a time in this process, so that two do not try for the same piece. */
  perModel<Answer>(modelKey: string, work: () => Promise<Answer>): Promise<Answer>;
};

/** What the calls on models and back orders need. */
export type JewelleryRoutesDeps = Pick<StoneRoutesDeps, 'freshness' | 'retryOnceFresh'> & {
  context: JewelleryContext;
  readers: Pick<StoneRoutesDeps['readers'], 'customer' | 'customerNames'>;
};

/** Whether what the calls show of jewellery does not have a log position yet. */
export const isBehind =
  ({ freshness }: Pick<JewelleryRoutesDeps, 'freshness'>) =>
  async (position: bigint): Promise<boolean> =>
    (await freshness(position, { line: 'jewellery' })).stale;
