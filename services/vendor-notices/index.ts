export { noticeCounts, type NoticeCounts } from './notice-counts.ts';
