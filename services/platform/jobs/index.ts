export { forgetAttempt } from './forget-attempt.ts';
export { jobCounts, type JobCounts } from './job-counts.ts';
export { onceAnswered } from './once-answered.ts';
export { whenEnded } from './when-ended.ts';
export { workInTurn, type JobTools } from './work-in-turn.ts';
