export * from './parcel-types.ts';
export {
  documentIdentity,
  emptyParcel,
  evolveParcel,
  listedAtOf,
  overrideAfter,
  parcelKnownAt,
} from './evolve-parcel.ts';
export { endingsOf } from './endings.ts';
export { entriesInOrder, type DatedEntry } from './entries-in-order.ts';
export { foldParcel } from './fold-parcel.ts';
export { lastGivenBack } from './given-back.ts';
export { desireFold, evolveDesire, type Desire, type DesireStatus } from './evolve-desire.ts';
export { customerPrice, isGiaRound } from './customer-price.ts';
export type { StoneFact } from './evolve-parcel.ts';
export { parcelFold, stoneFactOf } from './parcel-fold.ts';
export { salesOf } from './sales.ts';
export { memoDueDay, memoTermsOf, nearnessWords, type MemoTerms } from './memo-clock.ts';
export { limitSince, momentOfChange, termsAt, type TermsChange } from './terms.ts';
export type { RecordedTerms } from './recorded-terms.ts';
