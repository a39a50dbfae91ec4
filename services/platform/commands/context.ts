import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore } from '../event-store/index.ts';
import type { Snapshots } from './snapshots.ts';

/** What every command handler gets. */
export type CommandContext = {
  events: EventStore;
  db: Db;
  snapshots: Snapshots;
  clock: Clock;
  /** The house's time zone. */
  zone: string;
};
