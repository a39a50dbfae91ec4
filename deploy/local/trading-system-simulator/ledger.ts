import pg from 'pg';
import { PAGE_LIMIT } from '#contracts/trading-system/wire.ts';
import type { Instruction, TradingInstance } from '#contracts/trading-system/wire.ts';
import { connectionConfig, oncePerLoss } from '#services/platform/database/index.ts';
import { asError } from '#services/platform/message-of.ts';
import { SIMULATOR_SCHEMA } from './schema.ts';
import { documentFor } from './paperwork.ts';
import type { DocumentDraft, KnownMemo, PendingInstruction } from './paperwork.ts';

const SCHEMA_LOCK = 7_401_071;
/** First key of the per-instance locks: the writer of an instance's documents holds its lock until it has committed. */
const INSTANCE_LOCKS = 7_401_072;

export type LedgerOptions = {
  databaseUrl: string;
  now: () => Date;
  /** Milliseconds from an instruction to its document. */
  delayMs: () => number;
  onError?: (error: Error) => void;
};

const LONGEST_QUIET_MS = 60_000;

/** What the simulated trading system knows, in Postgres: nothing is lost when it is killed. */
export type Ledger = {
  accept(instance: TradingInstance, instruction: Instruction): Promise<void>;
  withdraw(instance: TradingInstance, instructionId: string, parcelName: string): Promise<boolean>;
  documentsAfter(
    instance: TradingInstance,
    after: number,
    limit?: number,
  ): Promise<{ documents: unknown[]; cursor: string }>;
  /** Test hook: documents as given, whatever they are. */
  emit(instance: TradingInstance, documents: readonly unknown[]): Promise<void>;
  /** Test hook: everything accepted so far, in the order of arrival. */
  instructions(instance: TradingInstance): Promise<unknown[]>;
  close(): Promise<void>;
};

/**
 * Documents come into being when somebody looks: each call first writes those that are due, under the instance's lock,
 * so that there is no timer to lose and the numbers of a page never have gaps that fill later.
 */
export function openLedger({ databaseUrl, now, delayMs, onError }: LedgerOptions): Ledger {
  const pool = new pg.Pool({ ...connectionConfig(databaseUrl, 'vitrine-trading-simulator'), max: 4 });
  const onLoss = oncePerLoss((error) => onError?.(error));
  pool.on('error', onLoss);
  // A connection that breaks between two statements of a transaction; the next statement fails with the reason.
  pool.on('connect', (client) => client.on('error', onLoss));

  // Who asks every other second for what comes next need not trouble Postgres while nothing can have come.
  const quiet = new Map<TradingInstance, { readonly after: number; readonly until: number }>();

  // Postgres may still be starting: the tables are made by the first call that reaches it.
  let tables: Promise<void> | undefined;
  const prepared = async (): Promise<void> => {
    tables ??= makeTables();
    try {
      await tables;
    } catch (error) {
      tables = undefined;
      throw error;
    }
  };

  async function makeTables(): Promise<void> {
    const client = await pool.connect();
    let failed = true;
    try {
      await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
      await client.query(SIMULATOR_SCHEMA);
      await client.query('select pg_advisory_unlock($1)', [SCHEMA_LOCK]);
      failed = false;
    } finally {
      client.release(failed);
    }
  }

  async function underLock<T>(
    instance: TradingInstance,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    await prepared();
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [INSTANCE_LOCKS, instance]);
      quiet.delete(instance);
      await writeDue(client, instance);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      broken = asError(error);
      quiet.delete(instance);
      throw error;
    } finally {
      // A connection whose transaction failed is closed: that rolls back, whatever state it is in.
      client.release(broken);
    }
  }

  async function writeDue(client: pg.PoolClient, instance: TradingInstance): Promise<void> {
    const { rows } = await client.query<{
      instruction_id: string;
      parcel_name: string;
      due_at: Date;
      body: Instruction;
    }>(
      `select instruction_id, parcel_name, due_at, body from trading_simulator.instruction
       where instance = $1 and state = 'pending' and due_at <= $2 order by due_at, arrival`,
      [instance, now()],
    );
    for (const row of rows) {
      const pending: PendingInstruction = { ...row.body, dueAt: row.due_at };
      const draft = documentFor(pending, await lastMemo(client, instance, pending));
      if (draft !== null)
        await append(
          client,
          instance,
          { docNo: await nextNumber(client, instance, draft.docType), ...draft },
          draft,
        );
      await client.query(
        `update trading_simulator.instruction set state = 'done' where instance = $1 and instruction_id = $2 and parcel_name = $3`,
        [instance, row.instruction_id, row.parcel_name],
      );
    }
  }

  /** When the next document is due, in milliseconds: at most so far ahead that another simulator's are seen soon. */
  async function nextDue(client: pg.PoolClient, instance: TradingInstance): Promise<number> {
    const { rows } = await client.query<{ next: Date | null }>(
      `select min(due_at) as next from trading_simulator.instruction where instance = $1 and state = 'pending'`,
      [instance],
    );
    return Math.min(rows[0]?.next?.getTime() ?? Infinity, now().getTime() + LONGEST_QUIET_MS);
  }

  async function lastMemo(
    client: pg.PoolClient,
    instance: TradingInstance,
    { parcelName, accountCode }: Instruction,
  ): Promise<KnownMemo | null> {
    const { rows } = await client.query<{ body: string }>(
      `select body from trading_simulator.document
       where instance = $1 and parcel_name = $2 and account_code = $3 and doc_type in ('MEMO', 'RETURN_MEMO')
       order by seq desc limit 1`,
      [instance, parcelName, accountCode],
    );
    return rows[0] ? (JSON.parse(rows[0].body) as KnownMemo) : null;
  }

  async function append(
    client: pg.PoolClient,
    instance: TradingInstance,
    body: unknown,
    own?: DocumentDraft,
  ): Promise<void> {
    await client.query(
      `insert into trading_simulator.document (instance, seq, body, doc_type, account_code, parcel_name)
       select $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5 from trading_simulator.document where instance = $1`,
      [instance, JSON.stringify(body), own?.docType, own?.accountCode, own?.parcelName],
    );
  }

  async function nextNumber(
    client: pg.PoolClient,
    instance: TradingInstance,
    docType: string,
  ): Promise<string> {
    const { rows } = await client.query<{ last: string }>(
      `insert into trading_simulator.doc_number (instance, doc_type, last) values ($1, $2, 1)
       on conflict (instance, doc_type) do update set last = doc_number.last + 1 returning last`,
      [instance, docType],
    );
    return `SIM-${docType}-${String(rows[0]?.last).padStart(6, '0')}`;
  }

  return {
    accept: (instance, instruction) =>
      underLock(instance, async (client) => {
        const { instructionId, parcelName, accountCode, action } = instruction;
        // A return overtakes a request that has no memo yet: neither makes a document (rule: Simulator).
        const first = await client.query(
          `insert into trading_simulator.instruction (instance, instruction_id, parcel_name, state, due_at, account_code, action, body)
           values ($1, $2, $3, 'pending', $4, $5, $6, $7) on conflict do nothing`,
          [
            instance,
            instructionId,
            parcelName,
            new Date(now().getTime() + delayMs()),
            accountCode,
            action,
            JSON.stringify(instruction),
          ],
        );
        if (first.rowCount === 0 || action !== 'RETURN') return;
        await client.query(
          `update trading_simulator.instruction set state = 'withdrawn', overtaken_by = $4
           where instance = $1 and parcel_name = $2 and account_code = $3 and action = 'REQUEST' and state = 'pending'`,
          [instance, parcelName, accountCode, instructionId],
        );
      }),

    withdraw: (instance, instructionId, parcelName) =>
      underLock(instance, async (client) => {
        const { rowCount } = await client.query(
          `update trading_simulator.instruction set state = 'withdrawn', overtaken_by = null
           where instance = $1 and instruction_id = $2 and parcel_name = $3
             and (state = 'pending' or overtaken_by is not null)`,
          [instance, instructionId, parcelName],
        );
        const overtaken = await client.query(
          `update trading_simulator.instruction set state = 'pending', overtaken_by = null, due_at = $4
           where instance = $1 and overtaken_by = $2 and parcel_name = $3`,
          [instance, instructionId, parcelName, new Date(now().getTime() + delayMs())],
        );
        return rowCount === 1 || overtaken.rowCount === 1;
      }),

    documentsAfter: async (instance, after, limit = 200) => {
      const known = quiet.get(instance);
      if (known && known.after === after && now().getTime() < known.until)
        return { documents: [], cursor: String(after) };
      return underLock(instance, async (client) => {
        const { rows } = await client.query<{ seq: string; body: string }>(
          'select seq, body from trading_simulator.document where instance = $1 and seq > $2 order by seq limit $3',
          [instance, after, Math.min(limit, PAGE_LIMIT)],
        );
        if (rows.length === 0) quiet.set(instance, { after, until: await nextDue(client, instance) });
        return {
          documents: rows.map((row): unknown => JSON.parse(row.body)),
          cursor: String(rows.at(-1)?.seq ?? after),
        };
      });
    },

    emit: (instance, documents) =>
      underLock(instance, async (client) => {
        for (const document of documents) await append(client, instance, document);
      }),

    instructions: (instance) =>
      underLock(instance, async (client) => {
        const { rows } = await client.query<{ body: unknown; state: string }>(
          'select body, state from trading_simulator.instruction where instance = $1 order by arrival',
          [instance],
        );
        return rows.map(({ body, state }) => ({ ...(body as object), state }));
      }),

    close: () => pool.end(),
  };
}
