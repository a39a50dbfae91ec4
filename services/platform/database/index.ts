import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { isUnanswered } from './away.ts';
import { connectionConfig } from './connection-config.ts';
import { openSockets } from './open-sockets.ts';

export {
  databaseRemedy,
  isDatabaseAway,
  isDiskFull,
  isGivenUp,
  isLostConnection,
  isMomentary,
} from './away.ts';
export { connectionConfig } from './connection-config.ts';
export { countUpTo } from './count-up-to.ts';
export { inOneStatement } from './in-one-statement.ts';
export { instantOf } from './instant-of.ts';
export { lockName } from './lock-name.ts';
export { oncePerLoss } from './loss.ts';
export { DatabaseOfLaterVersion, migrate, migrationNames, migrationsRun } from './migrate.ts';
export type { Migration } from './migration.ts';
export { inOrderOfNames } from './names-in-order.ts';
export { onOneConnection } from './on-one-connection.ts';
export {
  areTablesBack,
  noteRestoreBegun,
  noteRestoreEnded,
  noteTablesBack,
  requireNoRestore,
  UnfinishedRestore,
} from './restore-mark.ts';
export { encodeTextArray, textOf } from './text-arrays.ts';

/** The one Postgres. A capability types its own tables with `db.withTables<ItsTables>()`. */
export type Db = Kysely<Record<never, never>>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /**
   * Ends its connections where they stand: of a server that is gone without a word, the machine waits a quarter of an
   * hour for an answer.
   */
  cut: () => void;
  close: () => Promise<void>;
};

// bigint columns hold cents and log positions: both stay below 2^53 for as long as Vitrine will run.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date stays a day of the house; a Date object would bring a time zone with it.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type DatabaseOptions = {
  /** The pool's size; 10 when left out. */
  max?: number;
  /**
   * What the connections are called in pg_stat_activity, the same for all of a process; a name of its own when left
   * out.
   */
  name?: string;
  /**
   * Milliseconds after which a statement, or the wait for a connection, fails. Set where somebody waits for the answer;
   * without it, both wait for as long as Postgres takes.
   */
  answerWithinMs?: number;
  /** Statements of a connection are sent without waiting for the answer to the previous one. */
  pipeline?: boolean;
  onError?: (error: Error) => void;
};

/**
 * The server gives up a statement this much earlier than the client, in milliseconds, so that the connection stays
 * usable.
 */
const SERVER_FIRST_MS = 500;

/** Milliseconds from the call after which a server that is not ready for statements counts as absent. */
const CONNECT_WITHIN_MS = 10_000;

/** A pool's own limit for connecting would hold for the wait for a free connection too. */
class LimitedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ connectionTimeoutMillis: CONNECT_WITHIN_MS, ...config });
  }
}

/** A name that tells Postgres the connections of this process from those of any other, on any machine. */
export function connectionName(): string {
  const host = hostname().replace(/[^\w.-]/g, '-');
  return `vitrine ${host.slice(0, 30)} ${process.pid} ${randomBytes(3).toString('hex')}`;
}

/** Connects lazily. An idle connection that breaks is dropped, not fatal. */
export function connectDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { max = 10, name = connectionName(), answerWithinMs, pipeline = false } = options;
  const sockets = openSockets();
  const pool = new pg.Pool({
    ...connectionConfig(url, name),
    Client: LimitedClient,
    stream: sockets.open,
    max,
    pipeline,
    ...(answerWithinMs !== undefined && {
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      statement_timeout: answerWithinMs - SERVER_FIRST_MS,
    }),
  });
  const onError = (error: Error): void => options.onError?.(error);
  pool.on('error', (error) => {
    // The pool hangs the client on it, with the key that cancels its statements: nothing for a log.
    Reflect.deleteProperty(error, 'client');
    onError(error);
  });
  pool.on('connect', (client) => {
    // A connection that breaks while it is lent fails the statement under way; its own event must not end the process.
    client.on('error', onError);
    if (answerWithinMs !== undefined) endWhenUnanswered(client);
  });
  const db = new Kysely<Record<never, never>>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    await db.destroy();
    // Kysely ends the pool only when it has used it itself.
    if (!pool.ended) await pool.end();
  };
  return { db, pool, cut: sockets.cut, close };
}

/** Ends the connection on which a statement got no answer: a rollback sent after it would wait just as long. */
function endWhenUnanswered(client: pg.PoolClient): void {
  client.query = new Proxy(client.query, {
    apply(query, connection, given) {
      const answer: unknown = Reflect.apply(query, connection, given);
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (isUnanswered(error)) void client.end();
        });
      return answer;
    },
  });
}

/** True when the database answers. */
export async function databaseAnswers(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
