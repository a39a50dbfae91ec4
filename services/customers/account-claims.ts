import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { customerFold, sameAccount, type CustomerState } from '#contracts/customer/index.ts';
import { customerStream, type AccountCode, type DomainEvent } from '#contracts/events/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { ownersOfAccounts } from '#projections/customers/index.ts';
import {
  appendEvents,
  deriveId,
  loadStream,
  type CommandContext,
  type Loaded,
} from '#services/platform/commands/index.ts';
import type { Migration } from '#services/platform/database/index.ts';
import { WrongExpectedRevision } from '#services/platform/event-store/index.ts';
import { Refusal, refuseAny } from '#services/platform/refusal.ts';

export const accountClaimMigrations: readonly Migration[] = [
  {
    name: 'account-claim-1',
    sql: `
      -- Whose each account is, or is about to be: claimed before it is recorded on the customer's stream. What that
      -- stream says counts once it is past the revision at which the recording is (or was to be) appended.
      create table vitrine.account_claim (
        dx_instance text not null, account_code text not null,
        customer_id int not null,
        -- -1: the customer's first event; -2: recorded before claims were kept.
        revision bigint not null,
        claimed_at timestamptz not null,
        primary key (dx_instance, account_code)
      )`,
  },
];

type Account = Pick<AccountCode, 'dxInstance' | 'accountCode'>;
type Claim = { customerId: number; revision: number; claimedAt: Date };

/** An account belongs to another customer, and to no other (product: Account code). */
export class AccountTaken extends Refusal {
  constructor(
    readonly account: Account,
    readonly customerId: number,
  ) {
    super(422, `This account belongs to customer ${customerId}.`, {
      code: 'ACCOUNT_TAKEN',
      field: 'accountCode',
    });
  }
}

/**
 * Refuses (422) the accounts that belong to customers from which a call may not take them (rule: Accounts and actions),
 * each at its place in the body.
 */
export function refuseTaken(accounts: readonly { account: Account; takenBy: number | null }[]): void {
  const messages = accounts.map(({ account, takenBy }) =>
    takenBy === null
      ? null
      : `The account ${account.accountCode} belongs to customer ${takenBy}. Remove it there first.`,
  );
  refuseAny('ACCOUNT_TAKEN', (place) => `${place}.accountCode`, messages, 422);
}

const ACCOUNT_CLAIMS = { username: 'account claims', role: 'system' } as const;
/** How long another process' recording under way is waited for: 40 times 50 ms. */
const WAITS = 40;
const PAUSE_MS = 50;
/**
 * The claim of a customer that was never created is void after this time: far longer than its first append may take.
 */
const NEVER_CAME_MS = 60_000;

const revisionOf = ({ revision }: Pick<Loaded<unknown>, 'revision'>): number =>
  revision === 'no_stream' ? -1 : Number(revision);
const has = (state: CustomerState, account: Account): boolean =>
  state.record?.accounts.some((code) => sameAccount(code, account)) ?? false;

/**
 * Claims the accounts that these events newly assign to a customer, before they are appended at the revision that was
 * loaded. When two customers are assigned one account at the same time, exactly one of them gets it. Claims are made in
 * a fixed order, so that no two wait for each other. Throws AccountTaken, and Refusal 409 while another recording stays
 * uncertain.
 */
export async function claimAccounts(
  context: CommandContext,
  loaded: Loaded<CustomerState>,
  events: readonly DomainEvent[],
): Promise<void> {
  const given = events
    .flatMap((event) => (event.type === 'AccountCodeAssigned' ? [event.data.account] : []))
    .filter((account) => !has(loaded.state, account))
    .toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
  for (const account of given)
    await claim(context, account, { customerId: loaded.state.customerId, revision: revisionOf(loaded) });
}

const keyOf = ({ dxInstance, accountCode }: Account): string => `${dxInstance} ${accountCode}`;

async function claim(
  context: CommandContext,
  account: Account,
  wanted: Pick<Claim, 'customerId' | 'revision'>,
): Promise<void> {
  for (let waits = 0; ;) {
    const other = await claimOrSee(context, account, wanted);
    if (!other) return;
    const theirs = await loadStream(context, customerStream(other.customerId), customerFold);
    if (has(theirs.state, account)) throw new AccountTaken(account, other.customerId);
    // The stream is past the revision of their append, so that append will never succeed.
    if (revisionOf(theirs) > other.revision) {
      if (await takeOver(context, account, other, wanted)) return;
      continue;
    }
    if (waits++ < WAITS) {
      await sleep(PAUSE_MS);
      continue;
    }
    if (theirs.revision !== 'no_stream') await fence(context, theirs, account);
    else if (context.clock().getTime() - other.claimedAt.getTime() <= NEVER_CAME_MS) throw uncertain(other);
    else if (await takeOver(context, account, other, wanted)) return;
  }
}

const uncertain = ({ customerId }: Claim): Refusal =>
  new Refusal(409, `This account is just being given to customer ${customerId}. Try again in a minute.`, {
    code: 'ACCOUNT_BEING_GIVEN',
    field: 'accountCode',
  });

/** Claims an account that is free or already the customer's; returns another customer's claim instead. */
async function claimOrSee(
  { db, clock }: CommandContext,
  { dxInstance, accountCode }: Account,
  { customerId, revision }: Pick<Claim, 'customerId' | 'revision'>,
): Promise<Claim | undefined> {
  await noteRecorded(db, [{ dxInstance, accountCode }], clock());
  // Of two commands on one customer, the one that read more of its stream counts: the other cannot append.
  const { rows: ours } = await sql`
    insert into vitrine.account_claim as known (dx_instance, account_code, customer_id, revision, claimed_at)
    values (${dxInstance}, ${accountCode}, ${customerId}, ${revision}, ${clock()})
    on conflict (dx_instance, account_code) do update
      set revision = greatest(known.revision, excluded.revision), claimed_at = excluded.claimed_at
      where known.customer_id = excluded.customer_id
    returning 1`.execute(db);
  if (ours.length > 0) return undefined;
  const { rows } = await sql<Claim>`
    select customer_id as "customerId", revision::float8 as revision, claimed_at as "claimedAt" from vitrine.account_claim
    where dx_instance = ${dxInstance} and account_code = ${accountCode}`.execute(db);
  return rows[0];
}

/**
 * Accounts that were recorded before claims existed count as claimed by their customer in the read model. Without a
 * read model, nothing was recorded yet.
 */
async function noteRecorded(
  db: CommandContext['db'],
  accounts: readonly Account[],
  now: Date,
): Promise<void> {
  const owned = await ownersOfAccounts(db, accounts);
  if (owned.length === 0) return;
  await sql`
    insert into vitrine.account_claim (dx_instance, account_code, customer_id, revision, claimed_at)
    select dx_instance, account_code, customer_id, -2, ${now}::timestamptz from unnest(
      ${owned.map(({ dxInstance }) => dxInstance)}::text[], ${owned.map(({ accountCode }) => accountCode)}::text[],
      ${owned.map(({ customerId }) => customerId)}::int[]
    ) as owned (dx_instance, account_code, customer_id)
    on conflict do nothing`.execute(db);
}

/** Moves another's claim to this customer; false when the claim has changed since it was read. */
async function takeOver(
  { db, clock }: CommandContext,
  { dxInstance, accountCode }: Account,
  seen: Claim,
  { customerId, revision }: Pick<Claim, 'customerId' | 'revision'>,
): Promise<boolean> {
  const { rows } = await sql`
    update vitrine.account_claim set customer_id = ${customerId}, revision = ${revision}, claimed_at = ${clock()}
    where dx_instance = ${dxInstance} and account_code = ${accountCode}
      and customer_id = ${seen.customerId} and revision = ${seen.revision}
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * The process that claimed it was killed, or is very slow: an event in the other customer's stream records that the
 * account is not theirs. From then on that process cannot append its recording and must decide again. Not done by
 * `carryOut`: once the stream has moved on by itself, nothing must be appended.
 */
async function fence(
  context: CommandContext,
  theirs: Loaded<CustomerState>,
  { dxInstance, accountCode }: Account,
): Promise<void> {
  const commandId = deriveId(
    'account-fence',
    theirs.stream,
    String(theirs.revision),
    dxInstance,
    accountCode,
  );
  const event = {
    id: deriveId(commandId, theirs.stream, 0),
    type: 'AccountCodeRemoved' as const,
    data: { dxInstance, accountCode, effectiveAt: context.clock().toISOString() },
  };
  try {
    await appendEvents(context, theirs, [event], { commandId, actor: ACCOUNT_CLAIMS });
  } catch (error) {
    // Their stream moved on by itself, and that is enough.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}

/** The owner of each account by the customers' streams, by `instance code`; free accounts are left out. */
export async function ownersOf(
  context: CommandContext,
  accounts: readonly Account[],
): Promise<Map<string, number>> {
  await noteRecorded(context.db, accounts, context.clock());
  const { rows } = await sql<Account & { customerId: number }>`
    select claim.dx_instance as "dxInstance", claim.account_code as "accountCode", claim.customer_id as "customerId"
    from vitrine.account_claim claim join unnest(
      ${accounts.map(({ dxInstance }) => dxInstance)}::text[], ${accounts.map(({ accountCode }) => accountCode)}::text[]
    ) as asked (dx_instance, account_code) using (dx_instance, account_code)`.execute(context.db);
  const owners = new Map<string, number>();
  for (const { customerId, ...account } of rows) {
    const { state } = await loadStream(context, customerStream(customerId), customerFold);
    if (has(state, account)) owners.set(keyOf(account), customerId);
  }
  return owners;
}

/** The owner of this account among `ownersOf`; null when it is free. */
export const ownerIn = (owners: ReadonlyMap<string, number>, account: Account): number | null =>
  owners.get(keyOf(account)) ?? null;
