export { parcelsProjection } from './projector.ts';
export { wireAttributes, wireComponent, wirePiece } from './wire-attributes.ts';
export { parcelOf, STATE_COLUMNS } from './stored-parcel.ts';
export type { ParcelTables } from './tables.ts';
export {
  availableParcels,
  lastActions,
  linesOfParcels,
  lineVersion,
  parcelsNamed,
  parcelsOfCustomer,
  type CustomerParcelRow,
  type NamedParcelRow,
  type ParcelListRow,
  type ParcelRow,
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
export {
  anomalies,
  customersOfParcel,
  customersOfVendor,
  givenBack,
  parcelAudiences,
  parcelRecords,
  parcelDescriptions,
  parcelRecord,
  parcelsWithCertificate,
  type AnomalyRow,
  type ParcelAudience,
  type ParcelDescription,
  parcelsAwaitingDocuments,
} from './parcel-queries.ts';
export {
  inventoryPage,
  listedCount,
  listedNames,
  naturalStock,
  parcelKeepers,
  parcelsArePublished,
  parcelsOfOthers,
  vendorParcelRecords,
  pricesOutsideSpells,
  soldOfVendor,
  stockOfVendor,
  vendorParcels,
  type NaturalStockRow,
  type InventoryRow,
  type ParcelOfVendor,
  type VendorParcelRow,
  type VendorStock,
} from './vendor-queries.ts';
export { selectAgeing, selectAnomalies } from './watch-queries.ts';
