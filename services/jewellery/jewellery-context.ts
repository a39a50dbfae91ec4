import type { Positions } from '#projections/engine/index.ts';
import type { StoneRoutesDeps, StonesContext } from '#services/stones/index.ts';

/** What the commands on models and their orders are given beside the log. */
export type JewelleryContext = StonesContext & {
  /** Where the read models are: who comes first is judged on both orders and pieces as they are now. */
  positions: Pick<Positions, 'waitForPosition' | 'positionOf'>;
  /** Serves one model's back orders one at a time in this process: spares pieces that two want at the same moment. */
  perModel<Answer>(modelKey: string, work: () => Promise<Answer>): Promise<Answer>;
};

/** What the calls on models and back orders are given. */
export type JewelleryRoutesDeps = Pick<StoneRoutesDeps, 'freshness' | 'retryOnceFresh'> & {
  context: JewelleryContext;
  readers: Pick<StoneRoutesDeps['readers'], 'customer' | 'customerNames'>;
};
