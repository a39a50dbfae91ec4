import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINE_FACTS, LINES } from '#contracts/vocabulary/lines.ts';
import { textsOf } from './chance-texts.ts';
import { CALLS, expectedOf, tableProblems } from './call-table.ts';
import type { Call } from './call.ts';
import { OTHERS_WORDS, startCalledWorld, type CalledWorld, type Sent } from './called-world.ts';
import type { MarkKind } from './marks.ts';
import { sendCall, type Answer } from './send.ts';

/**
 * What a customer's user may not see is in no answer (rule: What one may not see): every call that it can
 * make is made in each price mode, and the answer's raw text searched for prices, by their names and by their
 * amounts, for the vendor, the department, and for another customer.
 */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld();
});
afterAll(() => world.close());

const MODES = ['WHOLESALE', 'RETAIL', 'NONE'] as const;
type Mode = (typeof MODES)[number];
const USERS: Readonly<Record<Mode, string>> = {
  WHOLESALE: 'alder',
  // In client view: it must show as little as to a user of that mode (rule: Client view).
  RETAIL: 'alder',
  NONE: 'alder-none',
};

/** The kinds of price that a mode shows. */
const SHOWN: Readonly<Record<Mode, readonly MarkKind[]>> = {
  WHOLESALE: ['customer', 'rap'],
  RETAIL: ['retail'],
  NONE: [],
};

/** Fields that no customer's user is sent: costs, terms, the vendor and the department, and what staff know of others. */
const NOBODYS = [
  'cost',
  'costCents',
  'totalCents',
  'listPrice',
  'listPriceCents',
  'vendorId',
  'vendorName',
  'location',
  'customerName',
  'actor',
  'recordedAt',
  'undone',
  'recordedDate',
  'correctable',
  'suspense',
  'anomaly',
  'giaRoundDiscount',
  'memoDays',
  'gracePeriodDays',
  'paymentDays',
  'normalRebate',
  'hafRebate',
  'lgRebate',
  'fcRebate',
  'feeRate',
  'hafPct1',
  'hafPct2',
  'lgFeeRate',
  'fcFeeRate',
  'accountCodes',
  'markup',
  'passwordHash',
];
const VALUES = ['minInventory', 'maxInventory', 'currentlyHolding', 'displayRap', 'displayRapPercent'];
const HIDDEN: Readonly<Record<Mode, readonly string[]>> = {
  WHOLESALE: NOBODYS,
  RETAIL: [...NOBODYS, ...VALUES],
  NONE: [...NOBODYS, ...VALUES, 'total', 'ppc', 'price'],
};

/** A knowledge cut has its time, which reveals nothing of an entry. */
const HAVE_A_CUT = ['GET /api/holdings', 'GET /api/holdings/series'];
/** Terms that memos print are in the answer that says who is acted for (product: Memo to keep). */
const PRINTED_TERMS = ['gracePeriodDays', 'paymentDays'];
const PRINTS_MEMOS = ['POST /login/customer'];
/** Words of the vendor, the department and the other customers. */
const STRANGERS = [...OTHERS_WORDS, 'Cedar', 'cedar'];
/** Public answers name their own user: the calls that name cedar itself. */
const NAMES_ITSELF = ['POST /login', 'POST /login/ticket', 'POST /login/redeem'];

/** Calls whose list would be empty were there nothing to leak: those of customer 7 must answer something. */
const OPEN_TO_CUSTOMERS = CALLS.filter((call) =>
  expectedOf(call).some(([caller, status]) => caller === 'a customer' && status !== 403),
);

const as = async (mode: Mode): Promise<Record<string, string>> => ({
  authorization: `Bearer ${(await world.vitrine.as(USERS[mode])).token}`,
  prices: mode,
});

async function answerTo(call: Call, mode: Mode, sent?: Sent): Promise<Answer> {
  return sendCall(world, call, sent ?? (await call.sends?.(world)) ?? {}, await as(mode));
}

function goodStatus(call: Call): number {
  return new Map(expectedOf(call)).get('a customer')!;
}

/** What a reply reveals, a line for each finding. */
function leaksIn(call: string, mode: Mode, answer: Pick<Answer, 'headers' | 'text'>): string[] {
  const { text } = answer;
  const everything = textsOf(answer);
  const amounts = world.marks
    .in(everything)
    .filter(({ kind }) => !SHOWN[mode].includes(kind))
    .map(({ kind, of, amount }) => `the ${kind} price of ${of}: ${amount}`);
  const isAllowed = (field: string): boolean =>
    (field === 'recordedAt' && HAVE_A_CUT.includes(call)) ||
    (PRINTED_TERMS.includes(field) && mode === 'WHOLESALE' && PRINTS_MEMOS.includes(call));
  const fields = HIDDEN[mode].filter((field) => text.includes(`"${field}":`) && !isAllowed(field));
  const strangers = NAMES_ITSELF.includes(call) ? [] : STRANGERS.filter((word) => everything.includes(word));
  const others = [...text.matchAll(/"customerId":\s*(\d+)/g)].filter(([, id]) => id !== '7');
  return [
    ...amounts,
    ...fields.map((field) => `the field ${field}`),
    ...strangers.map((word) => `the word ${word}`),
    ...(NAMES_ITSELF.includes(call) ? [] : others.map(([one]) => `another customer: ${one}`)),
  ];
}

test('every call that a customer can make is in the table', async () => {
  const { json } = await world.vitrine.call('/docs/openapi.json', undefined, { method: 'GET' });
  expect(tableProblems(json)).toEqual([]);
  expect(OPEN_TO_CUSTOMERS.length).toBeGreaterThan(80);
});

describe.each(MODES)('a user who sees %s', (mode) => {
  test.each(OPEN_TO_CUSTOMERS.map((call) => [call.call, call] as const))('%s', async (name, call) => {
    const answer = await answerTo(call, mode);
    // A refusal leaks little: a caller who sees prices gets an answer. Invoices and ranges of prices are refused to
    // others.
    if (mode === 'WHOLESALE') expect(answer.status).toBe(goodStatus(call));
    expect(leaksIn(name, mode, answer)).toEqual([]);
  });

  test("a parcel's details, whatever customer has or had it", async () => {
    for (const line of LINES) {
      const path = `${LINE_FACTS[line].prefix}/details`;
      for (const kind of ['available', 'held', 'past', 'foreign', 'handedOn'] as const) {
        const sent = { body: { parcelName: await world.one(kind, line) } };
        const answer = await answerTo({ call: `POST ${path}`, who: 'read' }, mode, sent);
        expect([kind, answer.status]).toEqual([kind, 200]);
        expect([kind, leaksIn(path, mode, answer)]).toEqual([kind, []]);
      }
    }
  });

  test('what another customer has is in none of the lists', async () => {
    for (const line of LINES) {
      const foreign = await world.one('foreign', line);
      for (const list of ['available', 'customer', 'cart', 'past']) {
        const call = { call: `POST ${LINE_FACTS[line].prefix}/${list}`, who: 'read' } as const;
        const { text } = await answerTo(call, mode);
        expect(text).toContain('"parcelName"');
        expect(text).not.toContain(`"${foreign}"`);
      }
    }
  });

  test('refusals of what cannot be had', async () => {
    for (const line of LINES) {
      const { prefix } = LINE_FACTS[line];
      const foreign = await world.one('foreign', line);
      for (const call of ['request_stones', 'cart_stones', 'return', 'sale'] as const) {
        const answer = await answerTo({ call: `POST ${prefix}/${call}`, who: 'act' }, mode, {
          body: { parcelNames: [foreign] },
        });
        expect([call, answer.status]).toEqual([call, 402]);
        expect([call, leaksIn(`${prefix}/${call}`, mode, answer)]).toEqual([call, []]);
      }
    }
  });
});

describe('an administrator who views the portal as a customer that sees no prices', () => {
  /** A session of its own for each call: some of them end it. */
  async function viewing(): Promise<Record<string, string>> {
    const { json } = await world.vitrine.call(
      '/api/view-as',
      { customerId: 7, username: 'alder-none' },
      { headers: { authorization: `Bearer ${await world.vitrine.signIn('admin')}` } },
    );
    return { authorization: `Bearer ${(json as { token: string }).token}` };
  }

  test.each(OPEN_TO_CUSTOMERS.map((call) => [call.call, call] as const))('%s', async (name, call) => {
    const answer = await sendCall(world, call, (await call.sends?.(world)) ?? {}, await viewing());
    expect([401, 500]).not.toContain(answer.status);
    expect(leaksIn(name, 'NONE', answer)).toEqual([]);
  });
});

test('live changes contain names and no more', async () => {
  const heard = await Promise.all(
    MODES.map(async (mode) => {
      const stop = new AbortController();
      const answer = await fetch(new URL('/changes', world.vitrine.address), {
        headers: await as(mode),
        signal: stop.signal,
      });
      const stream = { mode, headers: answer.headers, text: '', stop, ended: Promise.resolve() };
      stream.ended = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of answer.body!) stream.text += decoder.decode(chunk as Uint8Array);
      })().catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
      return stream;
    }),
  );
  for (const line of LINES) await world.held(line);
  await world.past('natural');
  await world.desire('CLOSED');
  await world.repriceEverything();
  const end = await world.vitrine.context.events.headPosition();
  for (const stream of heard) {
    await expect.poll(() => stream.text.includes(`"position":"${end}"`)).toBe(true);
    stream.stop.abort();
    await stream.ended;
    expect(leaksIn('GET /changes', stream.mode, stream)).toEqual([]);
  }
});

describe('who sees no price', () => {
  /**
   * A reply without the times and log positions of its parcels' last changes, nor the new matches of saved searches, which
   * a job counts when it comes to it.
   */
  const timeless = (text: string): string =>
    text
      .replace(/"(lastUpdated|position)":"[^"]*"/g, '"$1":""')
      .replace(/"newMatches":\d+/g, '"newMatches":0');
  const reads = OPEN_TO_CUSTOMERS.filter(
    ({ call, who, endless }) =>
      // Each sign-in of these tests is one of its sessions.
      (who === 'read' || who === 'readOwn') && !endless && call !== 'POST /login/sessions',
  );

  test('is answered the same whatever the prices are: no order, rank or filter depends on one', async () => {
    const sent = new Map<Call, Sent>();
    for (const call of reads) sent.set(call, (await call.sends?.(world)) ?? {});
    const all = async () => {
      const answers = new Map<string, string>();
      for (const [call, one] of sent)
        answers.set(call.call, timeless((await answerTo(call, 'NONE', one)).text));
      return answers;
    };
    const before = await all();
    await world.repriceEverything();
    const wholesale = await answerTo({ call: 'POST /inventory/available', who: 'read' }, 'WHOLESALE');
    expect(world.marks.in(wholesale.text).length).toBeGreaterThan(0);
    for (const [call, text] of await all()) expect([call, text]).toEqual([call, before.get(call)]);
  });

  test('gets no range of prices for a request for similar stones', async () => {
    const sent = { body: { desire: { shape: ['RD'] } } };
    const call = { call: 'POST /inventory/desire_price', who: 'read' } as const;
    expect((await answerTo(call, 'WHOLESALE', sent)).status).toBe(200);
    expect(await answerTo(call, 'NONE', sent)).toMatchObject({ status: 402 });
  });
});

describe('the search itself', () => {
  const headers = new Headers();
  const found = (mode: Mode, text: string) => leaksIn('GET /x', mode, { headers, text });

  test('finds an amount in dollars, in cents, per carat and as people write it; in headers too', async () => {
    const { parcelName, line, stone } = world.marks.parcels()[0]!;
    const price = world.marks.next(line, parcelName, stone);
    const dollars = price.costCents / 100;
    const written = dollars.toLocaleString('en-US', { minimumFractionDigits: 2 });
    for (const text of [
      `[${dollars}]`,
      `{"x":${price.costCents}}`,
      `It costs $${written}.`,
      JSON.stringify(Math.round((price.costCents * 1000) / stone.weight) / 100),
    ])
      expect(found('WHOLESALE', text)).toEqual([expect.stringContaining('the cost price')]);
    expect(
      leaksIn('GET /x', 'NONE', { headers: new Headers({ 'x-total': String(dollars) }), text: '' }),
    ).toHaveLength(1);
  });

  test('leaves ids out, and nothing beside them', () => {
    const { parcelName, line, stone } = world.marks.parcels()[0]!;
    const { costCents } = world.marks.next(line, parcelName, stone);
    const id = `4c1b0f7a-3a1e-4c35-9a55-${String(costCents).padStart(12, 'abcdef')}`;
    expect(found('WHOLESALE', `{"id":"${id}"}`)).toEqual([]);
    for (const text of [`${id}-${costCents}`, `${costCents}:${id}`, id.replace('-4c35', '')])
      expect(found('WHOLESALE', text)).toEqual([expect.stringContaining('the cost price')]);
  });

  test('lets WHOLESALE see the customer price and not the retail one, RETAIL the other way round', async () => {
    const text = async (mode: Mode) =>
      (await answerTo({ call: 'POST /inventory/available', who: 'read' }, mode)).text;
    const [wholesale, retail] = [await text('WHOLESALE'), await text('RETAIL')];
    expect(found('RETAIL', wholesale).length).toBeGreaterThan(0);
    expect(found('WHOLESALE', retail).length).toBeGreaterThan(0);
    expect(found('NONE', retail).length).toBeGreaterThan(0);
  });

  test('finds terms that memos print, but where the customer acted for is answered at its own prices', () => {
    const text = '{"paymentDays":30}';
    const foundIn = (call: string, mode: Mode) => leaksIn(call, mode, { headers, text });
    expect(foundIn('POST /login/customer', 'WHOLESALE')).toEqual([]);
    expect(foundIn('POST /login/customer', 'RETAIL')).toEqual(['the field paymentDays']);
    expect(foundIn('GET /x', 'WHOLESALE')).toEqual(['the field paymentDays']);
  });

  test('finds words of the vendor and of other customers', () => {
    expect(found('WHOLESALE', '{"remarks":"seen by no one else","customerId":8}')).toHaveLength(2);
    expect(found('WHOLESALE', '{"vendorId":1}')).toEqual(['the field vendorId']);
  });
});

test('the application has logged no error through all this', () => {
  expect(world.vitrine.failures).toEqual([]);
});
