import type pg from 'pg';
import type { ProjectionTx } from './projection.ts';

/**
 * Runs `work` between `begin` and `commit`; rolls back when it throws. A connection that broke, or cannot even roll
 * back, is thrown away, and the first error stands.
 * @param begin `begin`, and what else should travel with it: statements without parameters. `work` is given what
 *   the last of them answered.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient, begun: pg.QueryResult) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection lost in use also raises this event, which would end the process without a listener.
  const onLost = (error: Error): void => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    const begun = await client.query(begin);
    const result = await work(client, lastOf(begun));
    await client.query('commit');
    return result;
  } catch (error) {
    if (!broken) await client.query('rollback').then(() => undefined, onLost);
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
}

/** Several statements in one text are answered by a list, which pg's types leave out. */
function lastOf(answer: pg.QueryResult | pg.QueryResult[]): pg.QueryResult {
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  if (!last) throw new Error('Postgres answered nothing to the beginning of a transaction');
  return last;
}

/** A transaction as the engine holds it. */
export type OpenTx = ProjectionTx & {
  /** Waits for the answers to all that was written. Throws the first failure. */
  readonly written: () => Promise<void>;
};

/** What a projection sees of a transaction: its build's tables and statements. */
export function projectionTx(client: pg.ClientBase, table: (name: string) => string): OpenTx {
  const answers: Promise<{ readonly error: unknown } | null>[] = [];
  return {
    table,
    async query<Row extends Record<string, unknown>>(
      sql: string,
      parameters: readonly unknown[] = [],
    ): Promise<Row[]> {
      const result = await client.query<Row>(prepared(sql, parameters));
      return result.rows;
    },
    write(sql, parameters = []) {
      answers.push(
        client.query(prepared(sql, parameters)).then(
          () => null,
          (error: unknown) => ({ error }),
        ),
      );
    },
    async written() {
      const failure = (await Promise.all(answers)).find((answer) => answer !== null);
      if (failure) throw failure.error;
    },
  };
}

const statementNames = new Map<string, string>();

/** A statement that each connection parses and plans once: the engine sends the same few for every batch. */
function prepared(sql: string, parameters: readonly unknown[]): pg.QueryConfig {
  const name = statementNames.get(sql) ?? `projection_${statementNames.size}`;
  statementNames.set(sql, name);
  return { name, text: sql, values: [...parameters] };
}
