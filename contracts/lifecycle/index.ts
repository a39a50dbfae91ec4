export * from './parcel-types.ts';
export { emptyParcel, evolveParcel, overrideAfter, parcelKnownAt } from './evolve-parcel.ts';
export { foldParcel } from './fold-parcel.ts';
export { desireFold, evolveDesire, type Desire, type DesireStatus } from './evolve-desire.ts';
export { customerPrice, isGiaRound } from './customer-price.ts';
export type { StoneFact } from './evolve-parcel.ts';
export { parcelFold, stoneFactOf } from './parcel-fold.ts';
export { termsAt, type TermsChange } from './terms.ts';
export type { RecordedTerms } from './recorded-terms.ts';
