import { sql, type RawBuilder } from 'kysely';

/** To compare with `=`: one of these. One parameter however many there are, where `in` takes one for each. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql<Value>`any(${[...values]})`;
