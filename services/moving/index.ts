export { restoreMigrations } from './restored.ts';
