export type { AnyProjection, ProjectedEvent, Projection, ProjectionTx } from './projection.ts';
export { deleteRows, loadRows, upsertRows } from './rows.ts';
export type { Row, TableShape } from './rows.ts';
