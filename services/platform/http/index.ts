export { createHealthApp } from './health-app.ts';
export { createHttpServer } from './server.ts';
export type { App } from './app.ts';
export { base64BodyLimit, bytesOfField } from './base64-field.ts';
export { asFastify, type AnyReply } from './any-reply.ts';
export { sendFile, sendWorkbook, sendZip } from './downloads.ts';
export { asFileName, NOT_IN_A_NAME } from './file-names.ts';
export { callGroup } from './call-group.ts';
export { isUserOf, maySignIn, type Account, type Accounts } from './accounts.ts';
export { callerOf, actingFor, chosenCustomer, isNarrowed, scopeOf, type Caller } from './caller.ts';
export type { View } from './sessions.ts';
export type { SessionRecords } from './session-records.ts';
export type { Freshness, AnswerContent, ReadState } from './freshness.ts';
export { callCommand, callKey, commandOf } from './call-keys.ts';
export { ifMatch, sendVersion } from './if-match.ts';
export {
  addFreshReads,
  waitForMinPosition,
  idempotencyKey,
  minPosition,
  sendPosition,
  sendReached,
} from './positions.ts';
export { joinChunks, listChunk, type ListChunk } from './list-chunks.ts';
export { compressList, sendList, type ListAnswer, type ListBody } from './lists.ts';
export { readRestList, sendContentRange, sendRange, type RestList } from './rest-lists.ts';
export { listFromDatabase, listOfRows } from './rest-routes.ts';
export { rowsAsked } from './rows-asked.ts';
export { rowOf, sendSelect, type RestSelect } from './rest-select.ts';
export { attemptMigrations, countAttempts, countManyAttempts, type Attempts } from './attempts.ts';
export { addressOf, rateLimit, tooMany } from './rate-limits.ts';
export { DURATION_BUCKETS, type RouteCount } from './request-metrics.ts';
export { CannotListen, listen } from './listen.ts';
export { endServing } from './shutdown.ts';
