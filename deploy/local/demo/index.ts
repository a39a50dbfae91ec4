export { loadDemo, type DemoDeps } from './load.ts';
export { demoMigrations } from './progress.ts';
export { registerDemoMediaRoutes, withDemoFilms } from './media/index.ts';
export { demoProgress } from './demo-progress.ts';
