export type { CommandContext } from './context.ts';
export { deriveId, hashBody } from './derive-id.ts';
export {
  appendEvents,
  decideOnStream,
  onFreshStream,
  type Command,
  type EventToAppend,
} from './append-events.ts';
export { loadStream, parseFact, type Fact, type Fold, type Loaded } from './load-stream.ts';
export { createSnapshots, type Snapshots } from './snapshots.ts';
export { commandMigrations } from './migrations.ts';
export { forgetOldKeys, underItsKey } from './used-keys.ts';
