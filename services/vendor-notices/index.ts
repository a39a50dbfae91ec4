export { noticeCounts } from './notice-counts.ts';
