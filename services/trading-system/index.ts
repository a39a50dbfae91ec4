export { connectTradingSystem, type TradingSystem } from './peer.ts';
export { tradingSystemMigrations } from './migrations.ts';
export { stuckCount } from './outgoing/stuck-instructions.ts';
export { instructionReactor } from './outgoing/instruction-reactor.ts';
export type { AccountCode } from './outgoing/instruction.ts';
export { mailRequesters } from './sync/mail-requesters.ts';
export { runSync } from './sync/run-sync.ts';
export { syncInstance, type SyncDeps } from './sync/sync-instance.ts';
export type { IncomingDocument, Ledgers } from './sync/settle-document.ts';
export { requestSync, syncRuns, type SyncRun } from './sync/sync-requests.ts';
export {
  instanceStatus,
  suspendedAccounts,
  openSuspenseCount,
  suspenseList,
  type InstanceStatus,
  type SuspenseDocument,
} from './sync/suspense-list.ts';
export { registerTradingSystemRoutes } from './routes.ts';
export type { InstanceReport } from './sync/instance-report.ts';
