export type { Reactor } from './reactor.ts';
export { runReactors, type RunReactorsOptions } from './run-reactors.ts';
export { reactorMigrations } from './migrations.ts';
export {
  failingReactions,
  noteKnownWhole,
  reactorStatus,
  retryNow,
  type FailingReaction,
  waitingReactors,
} from './tasks.ts';
export { DeadlinePassed, withDeadline } from './with-deadline.ts';
export { reactorMetrics } from './reactor-metrics.ts';
