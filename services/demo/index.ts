export { loadDemo, type DemoDeps } from './load.ts';
export { demoMigrations } from './progress.ts';
