export { attemptJob, type Working } from './attempt-job.ts';
export { jobCounts, type JobCounts } from './job-counts.ts';
export { stateIn } from './state-in.ts';
export { whenEnded } from './when-ended.ts';
export { workInTurn, type JobTools } from './work-in-turn.ts';
