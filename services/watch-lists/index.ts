export { registerWatchListRoutes, type WatchListDeps } from './routes.ts';
