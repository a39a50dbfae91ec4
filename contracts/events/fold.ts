import type { DomainEvent } from './event-shapes.ts';
import type { Recorded } from './stream-family.ts';

/** Any recorded event of the business. */
export type Fact = Recorded<DomainEvent>;

/**
 * How a stream becomes a state, for commands and projections alike. States are plain JSON: they are kept as snapshots
 * under `name`. Change it when the state's shape changes; older snapshots are then left aside.
 */
export type Fold<State> = {
  name: string;
  initial: (stream: string) => State;
  evolve: (state: State, event: Fact) => State;
};
