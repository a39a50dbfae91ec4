export { connectTradingSystem, type TradingSystem } from './peer.ts';
export { tradingSystemMigrations } from './migrations.ts';
export { stuckCount } from './outgoing/stuck-instructions.ts';
export { instructionReactor } from './outgoing/instruction-reactor.ts';
export { mailRequesters } from './sync/mail-requesters.ts';
export { runSync } from './sync/run-sync.ts';
export { syncInstance, type SyncDeps } from './sync/sync-instance.ts';
export { requestSync, syncRuns } from './sync/sync-requests.ts';
export {
  instanceStatus,
  suspendedAccounts,
  openSuspenseCount,
  suspenseList,
  type SuspenseDocument,
} from './sync/suspense-list.ts';
export { registerTradingSystemRoutes } from './routes.ts';
