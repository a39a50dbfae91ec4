export { announceCommits } from './announce-commits.ts';
export type { CommitJournal, Moment } from './commit-journal.ts';
export { concerns } from './concerns.ts';
export { keptAnswers } from './kept-answers.ts';
export { openFreshness, ANSWERING_READ_MODELS, type Fresh } from './freshness.ts';
