import type { Migration } from '../database/index.ts';
import { snapshotMigrations } from './snapshots.ts';
import { usedKeyMigrations } from './used-keys.ts';

/** The plain tables that commands need besides the log. */
export const commandMigrations: readonly Migration[] = [...snapshotMigrations, ...usedKeyMigrations];
