export { registerDemoMediaRoutes, withDemoFilms } from './routes.ts';
export { pieceStillOf } from './subject.ts';
export { withMedia } from './with-media.ts';
