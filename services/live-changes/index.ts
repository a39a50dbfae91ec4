export { parcelAudience, type ParcelAudience } from './parcel-audience.ts';
export { publishChanges, type ChangePublisher } from './publish-changes.ts';
export { registerLiveChangeRoutes } from './routes.ts';
