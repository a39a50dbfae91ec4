import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerFold } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { createSnapshots, loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore, WrongExpectedRevision } from '#services/platform/event-store/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { changeAccounts, finishAccountChanges, type AccountStep } from './account-changes.ts';
import { customerCommands } from './index.ts';

/** An account of the trading system belongs to one customer at most, also under concurrent edits. */

const actor = { username: 'admin', role: 'administrator' } as const;
let vitrine: SmallVitrine;
let numbered = 0;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const newCommand = () => ({ commandId: `accounts-${++numbered}`, actor });
const newCode = () =>
  `77-${String(++numbered).padStart(2, '0').slice(-2)}-${String(numbered).padStart(4, '0')}`;
async function newCustomers(count: number): Promise<number[]> {
  const first = 1000 + 100 * ++numbered;
  const ids = Array.from({ length: count }, (_, index) => first + index);
  await Promise.all(
    ids.map((id) =>
      customerCommands.register(vitrine.context, newCommand(), id, { identity: { name: `Claimant ${id}` } }),
    ),
  );
  return ids;
}
const give = (context: CommandContext, customerId: number, accountCode: string) =>
  customerCommands.assignAccountCode(context, newCommand(), customerId, {
    account: { dxInstance: 'VITRINE', accountCode, docTypes: ['MEMO'] },
  });
const codesOf = async (customerId: number): Promise<string[]> => {
  const { state } = await loadStream(vitrine.context, customerStream(customerId), customerFold);
  return (state.record?.accounts ?? []).map(({ accountCode }) => accountCode);
};
const holders = async (ids: readonly number[], code: string): Promise<number[]> => {
  const held = await Promise.all(ids.map(async (id) => ((await codesOf(id)).includes(code) ? [id] : [])));
  return held.flat();
};
const outcomesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'given' : (one.reason as { code?: string }).code));

/** What a process does that is killed at its append number `at` (from 0): that append and all later ones never arrive. */
function killedAt(
  context: CommandContext,
  at: number,
): { context: CommandContext; late: () => Promise<unknown> } {
  let appends = 0;
  let inFlight: (() => Promise<unknown>) | undefined;
  return {
    context: {
      ...context,
      events: {
        ...context.events,
        async append(...given) {
          if (appends++ < at) return context.events.append(...given);
          inFlight ??= () => context.events.append(...given);
          throw new Error('killed');
        },
      },
    },
    /** The first append that did not arrive arrives after all. */
    late: () => inFlight!(),
  };
}

describe('one account, given to many at the same time', () => {
  test('by their forms: exactly one has it, the others learn whose it is', async () => {
    const ids = await newCustomers(8);
    await vitrine.shown();
    const admin = await vitrine.as('admin');
    const accountCodes = [{ dxInstance: 'VITRINE', accountCode: newCode(), docType: 'MEMO' }];
    const replies = await Promise.all(
      ids.map((id) => admin.post(`/api/customers/${id}`, { accountCodes }, { method: 'PUT' })),
    );
    const [holder, ...more] = await holders(ids, accountCodes[0]!.accountCode);
    expect(more).toEqual([]);
    expect(replies.map(({ status }) => status)).toEqual(ids.map((id) => (id === holder ? 200 : 422)));
    for (const { json } of replies.filter(({ status }) => status === 422)) {
      const message = `This account belongs to customer ${holder}.`;
      expect(json).toMatchObject({ code: 'ACCOUNT_TAKEN', field: 'accountCodes.0.accountCode', message });
    }
  });

  test('by two processes, over and over, each time to one', async () => {
    const database = connectDatabase(vitrine.databaseUrl);
    const events = connectEventStore({ connectionString: vitrine.store.connectionString });
    const other = { ...vitrine.context, ...database, events, snapshots: createSnapshots(database.pool) };
    try {
      for (let round = 0; round < 10; round++) {
        const [a = 0, b = 0] = await newCustomers(2);
        const code = newCode();
        const settled = await Promise.allSettled([give(vitrine.context, a, code), give(other, b, code)]);
        expect(outcomesOf(settled).toSorted()).toEqual(['ACCOUNT_TAKEN', 'given']);
        expect(await holders([a, b], code)).toHaveLength(1);
      }
    } finally {
      await events.close();
      await database.close();
    }
  });

  test('two forms that want the same two accounts in other orders do not wait for each other for ever', async () => {
    const [a = 0, b = 0] = await newCustomers(2);
    const codes = [newCode(), newCode()];
    const edit = (id: number, wanted: readonly string[]) =>
      customerCommands.edit(vitrine.context, newCommand(), id, {
        edit: {
          accountCodes: wanted.map((accountCode) => ({
            dxInstance: 'VITRINE',
            accountCode,
            docType: ['MEMO'],
          })),
        },
        expectedVersion: null,
      });
    const settled = await Promise.allSettled([edit(a, codes), edit(b, codes.toReversed())]);
    expect(outcomesOf(settled).toSorted()).toEqual(['ACCOUNT_TAKEN', 'given']);
  });

  test('once it is taken away it can be given to another', async () => {
    const [a = 0, b = 0] = await newCustomers(2);
    const code = newCode();
    await give(vitrine.context, a, code);
    await expect(give(vitrine.context, b, code)).rejects.toMatchObject({ status: 422, customerId: a });
    const account = { dxInstance: 'VITRINE', accountCode: code };
    await customerCommands.removeAccountCode(vitrine.context, newCommand(), a, account);
    await give(vitrine.context, b, code);
    expect(await holders([a, b], code)).toEqual([b]);
  });
});

test('killed between claim and recording: another gets the account, and what was still under way comes to nothing', async () => {
  const [a = 0, b = 0] = await newCustomers(2);
  const code = newCode();
  const killed = killedAt(vitrine.context, 0);
  await expect(give(killed.context, a, code)).rejects.toThrow('killed');
  await give(vitrine.context, b, code);
  await expect(killed.late()).rejects.toThrow(WrongExpectedRevision);
  expect(await holders([a, b], code)).toEqual([b]);
});

test('the same customer’s next command goes on where a killed one left its claim', async () => {
  const [a = 0] = await newCustomers(1);
  const code = newCode();
  await expect(give(killedAt(vitrine.context, 0).context, a, code)).rejects.toThrow('killed');
  await give(vitrine.context, a, code);
  expect(await codesOf(a)).toEqual([code]);
});

describe('several accounts in one call (POST /admin/updateaccountcodes)', () => {
  test('what is impossible is refused before anything is done', async () => {
    const [a = 0, b = 0] = await newCustomers(2);
    const codes = [newCode(), newCode()];
    await give(vitrine.context, a, codes[0]!);
    const admin = await vitrine.as('admin');
    const account = (accountCode: string, customerId: number) => ({
      dxInstance: 'VITRINE',
      accountCode,
      docType: ['MEMO'],
      customerId,
    });
    for (const [body, field] of [
      [[account(codes[0]!, b), account(codes[1]!, 999_999)], '1.customerId'],
      [[account(codes[0]!, b), account(codes[0]!, a)], '1.accountCode'],
    ] as const) {
      expect(await admin.post('/admin/updateaccountcodes', body)).toMatchObject({
        status: 402,
        json: { field },
      });
      expect([await codesOf(a), await codesOf(b)]).toEqual([[codes[0]], []]);
    }
  });

  test('of two that give one free account at the same moment, the second learns whose it is', async () => {
    const admin = await vitrine.as('admin');
    for (let round = 0; round < 3; round++) {
      const ids = await newCustomers(2);
      const accountCode = newCode();
      const replies = await Promise.all(
        ids.map((customerId) =>
          admin.post('/admin/updateaccountcodes', [
            { dxInstance: 'VITRINE', accountCode, docType: ['MEMO'], customerId },
          ]),
        ),
      );
      const [holder] = await holders(ids, accountCode);
      expect(replies.map(({ status }) => status)).toEqual(ids.map((id) => (id === holder ? 200 : 402)));
      expect(replies.find(({ status }) => status === 402)?.json).toMatchObject({
        code: 'ACCOUNT_TAKEN',
        field: '0.accountCode',
        message: `The account ${accountCode} belongs to customer ${holder}. Remove it there first.`,
      });
    }
  });

  test('what another was given after it was checked is refused, also repeated; the rest is done', async () => {
    for (const to of ['customer', 'nowhere'] as const) {
      const [a = 0, b = 0] = await newCustomers(2);
      const [taken, other] = [newCode(), newCode()] as const;
      await give(vitrine.context, a, taken);
      const account = (accountCode: string) => ({
        dxInstance: 'VITRINE' as const,
        accountCode,
        docType: ['MEMO' as const],
        customerId: b,
      });
      const lost = { account: account(taken), from: null };
      const steps: AccountStep[] = [
        to === 'customer' ? { ...lost, to } : { ...lost, to },
        { to: 'customer', account: account(other), from: null },
      ];
      const id = crypto.randomUUID();
      for (const times of [1, 2])
        await expect(
          changeAccounts(vitrine.context, { id, actor, steps }),
          `${to} ${times}`,
        ).rejects.toMatchObject({ code: 'ACCOUNT_TAKEN', field: '0.accountCode' });
      expect(await Promise.all([a, b].map(codesOf))).toEqual([[taken], [other]]);
      const { rows } = await vitrine.pool.query('select 1 from vitrine.account_change where id = $1', [id]);
      expect(rows).toEqual([]);
    }
  });

  test('one that was refused in part says how far it came, and is judged anew under its key', async () => {
    const [a = 0, b = 0] = await newCustomers(2);
    const [taken, other] = [newCode(), newCode()] as const;
    const named = (accountCode: string) => ({ dxInstance: 'VITRINE', accountCode });
    const admin = await vitrine.as('admin');
    const assign = (docType: 'MEMO' | 'INVOICE') =>
      admin.post(
        '/admin/updateaccountcodes',
        [taken, other].map((code) => ({ ...named(code), docType: [docType], customerId: b })),
        { headers: { 'idempotency-key': `key-${taken}` } },
      );
    const holding = await vitrine.pool.connect();
    await holding.query('begin; lock table vitrine.account_change in access exclusive mode');
    // Given a call that was found valid, and one of its accounts given to another before it is carried out
    const call = assign('MEMO');
    const waiting = `select from pg_locks where not granted and relation = 'vitrine.account_change'::regclass`;
    await expect.poll(() => holding.query(waiting)).toMatchObject({ rowCount: 1 });
    await give(vitrine.context, a, taken);
    await holding.query('commit');
    holding.release();
    // Then it is refused, with the position of what was done of it
    const refused = await call;
    expect(refused).toMatchObject({ status: 402, json: { code: 'ACCOUNT_TAKEN', field: '0.accountCode' } });
    const { recent } = await loadStream(vitrine.context, customerStream(b), customerFold);
    expect(refused.headers.get('x-position')).toBe(recent.at(-1)?.position);

    // When both accounts are free again, then the same key does what it asks for now
    await customerCommands.removeAccountCode(vitrine.context, newCommand(), a, named(taken));
    await customerCommands.removeAccountCode(vitrine.context, newCommand(), b, named(other));
    expect((await assign('INVOICE')).status).toBe(200);
    expect((await assign('MEMO')).status).toBe(409);
    const { state } = await loadStream(vitrine.context, customerStream(b), customerFold);
    expect(state.record?.accounts).toMatchObject([
      { accountCode: taken, docTypes: ['INVOICE'] },
      { accountCode: other, docTypes: ['INVOICE'] },
    ]);
  });

  test('killed at any point, all of it is done at the next start, and nothing twice', async () => {
    for (let at = 0; at < 6; at++) {
      const [a = 0, b = 0, c = 0] = await newCustomers(3);
      const codes = [newCode(), newCode(), newCode()] as const;
      for (const [id, code] of [
        [a, codes[0]],
        [a, codes[1]],
        [b, codes[2]],
      ] as const)
        await give(vitrine.context, id, code);
      const step = (accountCode: string, customerId: number | null): AccountStep => ({
        to: 'customer',
        account: { dxInstance: 'VITRINE', accountCode, docType: ['INVOICE'], customerId },
        from: a,
      });
      const gone = {
        to: 'nowhere',
        account: { dxInstance: 'VITRINE', accountCode: codes[2] },
        from: b,
      } as const;
      const steps = [step(codes[0], b), step(codes[1], c), gone];
      const id = crypto.randomUUID();
      const killed = killedAt(vitrine.context, at);
      const change = changeAccounts(killed.context, { id, actor, steps });
      // Five appends: two accounts taken and given, one taken.
      await (at < 5 ? expect(change).rejects.toThrow('killed') : change);

      const later = { ...vitrine.context, clock: () => new Date(Date.now() + 60_000) };
      await finishAccountChanges(later);
      await finishAccountChanges(later);
      expect(await Promise.all([a, b, c].map(codesOf)), `killed at ${at}`).toEqual([
        [],
        [codes[0]],
        [codes[1]],
      ]);
      const types: string[] = [];
      for (const customer of [a, b, c])
        for await (const { type } of vitrine.context.events.readStream(customerStream(customer)))
          types.push(type);
      expect(
        types.filter((type) => type === 'AccountCodeAssigned'),
        `killed at ${at}`,
      ).toHaveLength(3 + 2);
      expect(
        types.filter((type) => type === 'AccountCodeRemoved'),
        `killed at ${at}`,
      ).toHaveLength(3);
      // Repeated under its id it does nothing, whatever has become of the accounts since.
      await give(vitrine.context, c, codes[2]);
      await changeAccounts(vitrine.context, { id, actor, steps });
      expect(await codesOf(c)).toEqual([codes[1], codes[2]]);
    }
  });

  test('one that cannot be finished is named and holds up none of the others', async () => {
    const [a = 0] = await newCustomers(1);
    const accountCode = newCode();
    const account = { dxInstance: 'VITRINE', accountCode, docType: ['MEMO'] };
    const { rows } = await vitrine.pool.query<{ id: string }>(
      `insert into vitrine.account_change (id, actor, steps, asked_at)
        select gen_random_uuid(), $1, steps, now() - interval '20 seconds' + place * interval '1 second'
        from unnest($2::jsonb[]) with ordinality as change (steps, place) returning id`,
      [
        JSON.stringify(actor),
        [
          JSON.stringify([{ to: 'customer', account: { ...account, customerId: 999_999 } }]),
          JSON.stringify([{ to: 'customer', account: { ...account, customerId: a } }]),
        ],
      ],
    );
    await expect(finishAccountChanges(vitrine.context)).rejects.toThrow(rows[0]!.id);
    expect(await codesOf(a)).toEqual([accountCode]);
    await vitrine.pool.query('delete from vitrine.account_change where id = $1', [rows[0]!.id]);
  });

  test('what a killed process left does not take an account from the customer that has it since', async () => {
    for (const left of ['customer', 'nowhere'] as const) {
      const [a = 0, b = 0, nine = 0] = await newCustomers(3);
      const accountCode = newCode();
      const account = { dxInstance: 'VITRINE', accountCode, docType: ['MEMO'] };
      await give(vitrine.context, a, accountCode);
      const steps = [{ to: left, account: { ...account, customerId: b }, from: a }];
      await vitrine.pool.query(
        `insert into vitrine.account_change (id, actor, steps, asked_at)
          values (gen_random_uuid(), $1, $2, now() - interval '20 seconds')`,
        [JSON.stringify(actor), JSON.stringify(steps)],
      );
      const admin = await vitrine.as('admin');
      const moved = await admin.post('/admin/updateaccountcodes', [
        { ...account, customerId: nine, movedFrom: a },
      ]);
      expect([moved.status, moved.text]).toEqual([200, moved.text]);
      await finishAccountChanges(vitrine.context);
      expect(await Promise.all([a, b, nine].map(codesOf))).toEqual([[], [], [accountCode]]);
      const { rows } = await vitrine.pool.query(
        'select 1 from vitrine.account_change where finished_at is null',
      );
      expect(rows).toEqual([]);
    }
  });
});
