export type { CommandContext } from './context.ts';
export { deriveId, hashBody } from './derive-id.ts';
export { appendEvents, type Command, type EventToAppend } from './append-events.ts';
export { carryOut, keyedCommand, writtenBefore, type CarriedOut, type On, type Steps } from './carry-out.ts';
export { onFreshStream } from './fresh-stream.ts';
export { loadStream, stateHaving, parseFact, stateAfter, type Loaded } from './load-stream.ts';
export { createSnapshots, type Snapshots } from './snapshots.ts';
export { commandMigrations } from './migrations.ts';
export { answeredOnce, forgetOldKeys, notedOnce, underItsKey, type Key } from './used-keys.ts';
