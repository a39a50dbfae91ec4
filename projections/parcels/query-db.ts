import type { Kysely } from 'kysely';

/** Any Kysely handle on the Postgres that holds the read models; queries name their views in SQL. */
export type QueryDb = Kysely<Record<never, never>>;
