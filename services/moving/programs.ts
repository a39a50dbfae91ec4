import { formatCount } from '#contracts/vocabulary/counts.ts';
import { createProjections } from '#projections/index.ts';
import { rebuildProjection, zoneToBuildIn } from '#projections/engine/index.ts';
import { namedZone, runningFiles, runningStores } from '#services/platform/config/running-stores.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { folderOfFiles } from '#services/platform/files/index.ts';
import { untilStoresAnswer } from '#services/platform/stores/until-stores-answer.ts';
import { withRunningStores } from '#services/platform/stores/with-running-stores.ts';
import type pg from 'pg';
import { VitrineRuns } from './alone.ts';
import { UnusableBackup } from './backup.ts';
import { NotOfThatLog } from './carry-over.ts';
import { CopyDiffers } from './compare-logs.ts';
import { TargetInUse } from './copy-log.ts';

/** What a person can fix after a backup, a restore or a copy was refused. */
export const MENDABLE = [UnusableBackup, TargetInUse, CopyDiffers, NotOfThatLog, VitrineRuns];

export type Stores = { readonly pool: pg.Pool; readonly events: EventStore };

/** Runs the work once the stores answer; they may be starting at the same time. Throws NoStores, StoreUnusable. */
export const withStores = (work: (stores: Stores) => Promise<void>, eventStoreUrl?: string): Promise<void> =>
  withRunningStores(
    async (stores) => {
      await untilStoresAnswer({ ...stores, warn: console.error });
      await work(stores);
    },
    { eventStoreUrl },
  );

/** The files' store where it is a folder; undefined where it is a bucket. Throws OtherThanRunning. */
export const filesFolder = (): string | undefined => folderOfFiles(runningFiles(process.env));

/** Builds every read model from the log, one after the other, and reports each. Throws OtherThanRunning. */
export async function rebuildAll({ events }: Pick<Stores, 'events'>): Promise<void> {
  const { pool, close } = connectDatabase(runningStores(process.env).databaseUrl, { pipeline: true });
  try {
    const zone = await zoneToBuildIn(pool, namedZone(process.env));
    for (const projection of createProjections(zone)) {
      const { build, position } = await rebuildProjection({ pool, events, projection });
      console.log(`  read model ${projection.name}: build ${build} is live at ${position}`);
    }
  } finally {
    await close();
  }
}

const REPORT_EVERY = 10_000;

/** Reports its progress every ten thousand events. */
export function reportProgress(events: number, doing: string): void {
  if (events % REPORT_EVERY === 0) console.log(`  ${formatCount(events)} events ${doing}`);
}
