export * from './parcel-types.ts';
export { emptyParcel, evolveParcel } from './evolve-parcel.ts';
export { foldParcel } from './fold-parcel.ts';
