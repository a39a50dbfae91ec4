import { openAttributeWords } from './attributes/index.ts';
import { issueDocumentsOfMonth } from './billing/index.ts';
import { customerReaders } from './customers/index.ts';
import { openFreshness, ANSWERING_READ_MODELS } from './freshness/index.ts';
import { createOutbox } from './mail/index.ts';
import type { Context } from './module.ts';
import { houseToday, systemClock } from './platform/clock.ts';
import { createSnapshots, createUnderWay } from './platform/commands/index.ts';
import { openFileStore } from './platform/files/index.ts';
import { oneAtATime } from './platform/one-at-a-time.ts';
import { instructionReaders, stoneReaders } from './stones/index.ts';

type Given = Pick<Context, 'config' | 'stores' | 'log' | 'positions' | 'projections' | 'demo'>;

/** Opens what the modules of a process share; called once. */
export function openContext(given: Given): Context {
  const { config, stores, positions, demo } = given;
  const { database, events, bus } = stores;
  const { db, pool } = database;
  const [clock, zone] = [systemClock, config.timeZone];
  const today = () => houseToday({ clock, zone });
  const words = openAttributeWords({ db, bus, clock });
  const shapeName = async () => (await words.now()).shapeName;
  const files = openFileStore(config);
  const fresh = openFreshness({ bus, db, events, clock, positions, freshWithinMs: config.freshWithinMs });
  const customers = customerReaders({ ...fresh, db, zone, today, memoDays: config.memoDays });
  return {
    ...given,
    db,
    events,
    clock,
    zone,
    today,
    words,
    fresh,
    snapshots: createSnapshots(pool),
    perCustomer: oneAtATime<number>(),
    underWay: createUnderWay(),
    traffic: { received: 0 },
    perModel: oneAtATime<string>(),
    ...instructionReaders(db, fresh.reached),
    readers: {
      ...stoneReaders({
        db,
        bus,
        clock,
        zone,
        today,
        words,
        readModels: ANSWERING_READ_MODELS,
        ...customers,
      }),
      ...customers,
    },
    files,
    shapeName,
    issueDocuments: (customerId, month) =>
      issueDocumentsOfMonth({ db, files, clock, zone, shapeName }, customerId, month),
    sendMail: createOutbox({ db, clock, sending: config.smtpUrl !== undefined }),
    startAt: demo ? 'head' : 'beginning',
  };
}
