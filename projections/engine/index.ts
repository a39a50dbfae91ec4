export type { AnyProjection, ProjectedEvent, Projection, ProjectionTx } from './projection.ts';
export { deleteRows, loadRecords, loadRows, upsertRows, type RecordedState } from './rows.ts';
export {
  bigint,
  boolean,
  column,
  date,
  int,
  json,
  nullable,
  readTable,
  text,
  textArray,
  timestamptz,
} from './table.ts';
export type { ReadRow, ReadTables, WrittenRow } from './table.ts';

export { anyOf } from './any-of.ts';
export { isPublished } from './views.ts';
export { projectionMigrations } from './migrations.ts';
export { NotOfThisLog, OfNewerVersion, OfOtherZone, zoneToBuildIn } from './of-this-log.ts';
export { startProjections } from './runner.ts';
export type { EngineLog } from './engine-log.ts';
export type { ProjectionsOptions, ProjectionsRunner } from './runner.ts';
export type { Committed } from './live-group.ts';
export { createPositions, markNow } from './positions.ts';
export type { Positions } from './positions.ts';

export { projectionStatus, type ProjectionStatus } from './status.ts';
export { readModelsReady } from './readiness.ts';
export { parkedStreams } from './parked.ts';
export {
  AlreadyRebuilding,
  BATCH_BESIDE_REQUESTS,
  isOthersTurn,
  rebuildProjection,
  verifyProjection,
} from './rebuild.ts';
export type { CopyReport } from './rebuild.ts';
export { retryParked } from './retry.ts';
