export { parcelsProjection } from './projector.ts';
export { wireAttributes, wireComponent, wirePiece } from './wire-attributes.ts';
export type { QueryDb } from './query-db.ts';
export {
  availableParcels,
  lastActions,
  linesOfParcels,
  lineVersion,
  parcelsNamed,
  parcelsOfCustomer,
  type CustomerParcelRow,
  type ParcelListRow,
} from './stone-list-queries.ts';
export {
  availableForMatching,
  changedForMatching,
  matchingWithin,
  parcelForMatching,
  type MatchingChange,
  type MatchingRow,
} from './matching-queries.ts';
export {
  firstAction,
  firstActions,
  heldParcels,
  holdingNow,
  holdingOn,
  holdingsNow,
  type HeldParcel,
  type HoldingValue,
} from './holding-queries.ts';
export { anomalies, parcelRecord, parcelsWithCertificate, type AnomalyRow } from './parcel-queries.ts';
export { selectAgeing, selectAnomalies } from './watch-queries.ts';
