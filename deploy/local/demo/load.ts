import { createUser, findUser } from '#services/identity/index.ts';
import { houseToday } from '#services/platform/clock.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { createUnderWay, type CommandContext } from '#services/platform/commands/index.ts';
import { keepPriceList } from '#services/prices/index.ts';
import type { JewelleryContext } from '#services/jewellery/index.ts';
import { playStep } from './play-step.ts';
import { DEMO_PASSWORD, ensureDemoUsers } from './demo-users.ts';
import { DEMO_CUSTOMER, DEMO_CUSTOMERS, DEMO_REP_EMAIL } from './demo-customers.ts';
import { planDemo } from './plan.ts';
import { beginDemo, demoProgress, noteDemo } from './progress.ts';
import { rememberingStore } from './remembering-store.ts';
import type { Moment, Step } from './steps.ts';
import { usernameOf } from './trade-plan.ts';

export type DemoDeps = CommandContext &
  Pick<JewelleryContext, 'positions' | 'perModel'> & {
    /** Resolves when the read models have reached the log's head: carting looks stones up in them, ordering models. */
    readModelsCaughtUp: () => Promise<void>;
    onProgress?: (done: number, total: number) => void;
  };

const DEMO_SEED = 20_261;
const IN_FLIGHT = 128;
/** Steps that ask the read models. */
const LOOKS_UP: ReadonlySet<Step['kind']> = new Set([
  'cart',
  'request-models',
  'close-month',
  'desire',
  'fulfil-desire',
]);
/** Moments between two notes of the progress: as much is looked at again, and changes nothing, after a kill. */
const NOTED_EVERY = 20;

/**
 * Loads the demo data once: vendors, stones, jewellers and two years of their trade, through the real
 * handlers with a clock of their own, in one order of `recordedAt` (rule: Knowledge cut); also the price list
 * and the users. A load that was killed continues where it was. Returns 'loaded' when it did something, and
 * 'present' when everything was there. Call it for the demo's own log alone (`isDemosHouse`).
 */
export async function loadDemo(deps: DemoDeps): Promise<'loaded' | 'present'> {
  let progress = await demoProgress(deps.db);
  if (progress?.finished) return 'present';
  if (!progress) {
    await beginDemo(deps.db, DEMO_SEED, houseToday(deps));
    progress = (await demoProgress(deps.db))!;
  }
  const { prices, moments } = planDemo(progress.seed, progress.today, deps.zone);
  await Promise.all([
    keepPriceList(deps.db, prices, { fileName: '', by: 'demo', at: deps.clock() }),
    users(deps.db),
    walk(deps, moments, progress.momentsDone),
  ]);
  await noteDemo(deps.db, moments.length, true);
  return 'loaded';
}

/** The moments one after the other, the steps of each side by side: they are on different streams, or keep a queue. */
async function walk(deps: DemoDeps, moments: readonly Moment[], from: number): Promise<void> {
  const perCustomer = oneAtATime<number>();
  const underWay = createUnderWay();
  const events = rememberingStore(deps.events);
  for (let number = from; number < moments.length; number += 1) {
    const { at, steps, exposures } = moments[number]!;
    const now = new Date(at);
    const context: JewelleryContext = {
      ...deps,
      events,
      clock: () => now,
      perCustomer,
      underWay,
      // What the plan knows spares waiting for the read model before each request.
      exposureAt: async (customerId) => exposures.get(customerId) ?? 0,
      findInstruction: async () => undefined,
    };
    if (steps.some(({ kind }) => LOOKS_UP.has(kind))) await deps.readModelsCaughtUp();
    const numbered = steps.map((step, index) => ({ step, key: `demo-${number}-${index}` }));
    await inParallel(numbered, IN_FLIGHT, ({ step, key }) => playStep(context, step, key));
    deps.onProgress?.(number + 1, moments.length);
    if ((number + 1) % NOTED_EVERY === 0) await noteDemo(deps.db, number + 1, false);
  }
}

/** The demo accounts of the design, and one user for each other jeweller; all with the demo's password. */
async function users(db: DemoDeps['db']): Promise<void> {
  await ensureDemoUsers(db, { customerId: DEMO_CUSTOMER, repEmail: DEMO_REP_EMAIL });
  for (const customer of DEMO_CUSTOMERS) {
    const username = usernameOf(customer);
    if (customer.customerId === DEMO_CUSTOMER || customer.customerId === 1 || (await findUser(db, username)))
      continue;
    const { email, name } = customer.identity;
    await createUser(
      { db },
      {
        username,
        firstName: name.split(' ')[0] ?? name,
        lastName: 'Owner',
        email,
        customerId: customer.customerId,
        password: DEMO_PASSWORD,
      },
    );
  }
}
