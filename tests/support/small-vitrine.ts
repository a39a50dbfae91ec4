import type { Stone } from '#contracts/api/stones.ts';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { startApplication } from '#services/application.ts';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { readConfig } from '#services/platform/config/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { recordDocument } from '#services/stones/index.ts';
import { testDatabase, type Template } from './postgres.ts';
import { fillSmallWorld, listStone, PASSWORD, testContext, ZONE } from './small-world.ts';

export type Reply = { status: number; headers: Headers; text: string; json: unknown };
type CallOptions = { headers?: Record<string, string>; method?: string };

/** A connection that waits for another call would hold up the application's end, which drains it first: two seconds. */
export const NOT_KEPT = { connection: 'close' };

export type SmallVitrine = Awaited<ReturnType<typeof startSmallVitrine>>;

/** After these the token that they were asked with is no longer good. */
const ENDS_ITS_SESSION = new Set(['/logout', '/api/view-as', '/api/view-as/end', '/login/changepassword']);

/** The small world in its log, and every table made: once in a run, for each test file to begin with a copy. */
const SMALL_WORLD: Template = {
  name: 'small_world',
  async prepare(databaseUrl) {
    // Nothing has been reacted to: each copy reacts to all of it, with what it is configured for.
    const vitrine = await startOn(databaseUrl, { VITRINE_ROLES: 'api,projections' });
    await fillSmallWorld(vitrine.context);
    await vitrine.close();
  },
};

/** A whole Vitrine in this process on a database of its own: three customers, a user of each kind, no stones yet. Close it. */
export async function startSmallVitrine(environment: Record<string, string> = {}) {
  const vitrine = await startOn(await testDatabase(SMALL_WORLD), environment);
  // A user of a customer that is not shown yet cannot sign in.
  await vitrine.shown();
  return vitrine;
}

async function startOn(databaseUrl: string, environment: Record<string, string>) {
  const store = await startEmbeddedEventStoreForTests(databaseUrl);
  const failures: object[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (details: object) => void failures.push(details),
  };
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: store.connectionString,
    PORT: '0',
    // Tests run beside others on a busy machine: what is seen there is right, however long it takes.
    VITRINE_FRESH_WITHIN_MS: '30000',
    VITRINE_LOG_LEVEL: 'silent',
    // Tests and benches ask for more than people do.
    VITRINE_CALLS_PER_MINUTE: '0',
    VITRINE_TIME_ZONE: ZONE,
    ...environment,
  });
  const application = await startApplication(config, 'a secret of the tests, long enough', log);
  const address = application.address!;

  const { db, pool, close } = connectDatabase(databaseUrl);
  const events = connectEventStore({ connectionString: store.connectionString });
  const context = testContext({ db, pool, events });

  const tokens = new Map<string, string>();
  /** Where in the log the last command of each user was. */
  const positions = new Map<string, bigint>();
  /** Takes note that a call was made: the next `as` of a caller whose session it ended signs in again. */
  const noteCall = (path: string, authorization = ''): void => {
    if (!ENDS_ITS_SESSION.has(path)) return;
    for (const [username, token] of tokens) if (authorization.endsWith(token)) tokens.delete(username);
  };

  const call = async (
    path: string,
    body: unknown,
    { headers = {}, method = 'POST' }: CallOptions = {},
  ): Promise<Reply> => {
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...NOT_KEPT,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    noteCall(path, headers['authorization']);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  };

  /** The token of a session of its own, which may be ended. */
  const signIn = async (username: string): Promise<string> => {
    // Tests sign more callers in from one address than people do.
    await pool.query('delete from vitrine.attempt');
    const { status, json } = await call('/login', { username, password: PASSWORD });
    if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(json)}`);
    return (json as { token: string }).token;
  };
  const tokenOf = async (username: string): Promise<string> => {
    const token = tokens.get(username) ?? (await signIn(username));
    tokens.set(username, token);
    return token;
  };

  /** One user's calls; each read is as new as that user's last command, as a browser's would be. */
  const as = async (username: string, always: Record<string, string> = {}) => {
    const headers: Record<string, string> = { authorization: `Bearer ${await tokenOf(username)}`, ...always };
    const post = async (
      path: string,
      body: unknown = undefined,
      options: CallOptions = {},
    ): Promise<Reply> => {
      const position = positions.get(username);
      const reply = await call(path, body, {
        ...options,
        headers: {
          ...headers,
          ...(position !== undefined && { 'min-position': String(position) }),
          ...options.headers,
        },
      });
      const reached = BigInt(reply.headers.get('x-position') ?? 0);
      // A repeated command answers with the place that it had.
      if (reply.status === 200 && reached > (positions.get(username) ?? 0n)) positions.set(username, reached);
      return reply;
    };
    const list = async (path: string): Promise<Stone[]> => (await post(path)).json as Stone[];
    return {
      post,
      get: (path: string, options: CallOptions = {}) => post(path, undefined, { ...options, method: 'GET' }),
      /** One of the natural line's lists. */
      list,
      names: async (path: string) => (await list(path)).map((stone) => stone.parcelName),
      token: headers['authorization']!.slice(7),
    };
  };

  /** Resolves when the read models show everything in the log. */
  const shown = async (): Promise<void> => {
    const admin = await as('admin');
    const atLeast = { headers: { 'min-position': String(await events.headPosition()) } };
    // A machine that stood still for a while gets another chance.
    for (let tries = 1; tries <= 3; tries += 1) {
      // The answer that is made of the read models and of nothing else that is kept for a while.
      const { headers } = await admin.post('/login/customer', {}, atLeast);
      if (headers.get('x-stale') === null) return;
    }
    throw new Error('the read models stayed behind the log');
  };
  return {
    address,
    databaseUrl,
    store,
    context,
    pool,
    /** What the application logged as an error. */
    failures,
    call,
    noteCall,
    signIn,
    as,
    shown,
    /** Lists a stone and waits until the read models show it: what is not shown yet cannot be asked for. */
    async listStone(
      parcelName: string,
      attributes: Partial<StoneAttributes> = {},
      totalCents?: number,
      line?: Line,
      effectiveAt?: string,
    ): Promise<bigint> {
      const position = await listStone(context, parcelName, attributes, totalCents, line, effectiveAt);
      await shown();
      return position;
    },
    /** A document of the trading system for one of the customers, dated today unless given; the first version, at the price of $9,800. */
    document: (
      docType: 'MEMO' | 'RETURN_MEMO' | 'INVOICE' | 'CREDIT',
      parcelName: string,
      customerId = 7,
      effectiveAt = new Date().toISOString(),
      amountCents = 980_000,
      version = 1,
    ) =>
      recordDocument(context, {
        instance: 'VITRINE',
        docType,
        docNo: `${docType}-${parcelName}-${customerId}-${effectiveAt}`,
        line: 1,
        version,
        customerId,
        accountCode: `0${customerId}-01-0001`,
        amountCents,
        parcelName,
        effectiveAt,
      }),
    async close(): Promise<void> {
      await application.close();
      await events.close();
      await close();
      await store.close();
    },
  };
}
