import { sql, type RawBuilder } from 'kysely';

/** SQL: the row is in one of these states. They are literals, so that a partial index for the same states serves it. */
export const stateIn = (states: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;
