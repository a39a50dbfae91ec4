export { connectEventStore } from './connect.ts';
export {
  AppendTooLarge,
  EventStoreRefused,
  EventStoreTimeout,
  EventStoreUnavailable,
  StreamDeleted,
  UnknownPosition,
  WrongExpectedRevision,
  leaderlessness,
  isRetryable,
  remedyOf,
} from './errors.ts';
export { eventAt } from './recorded-events.ts';
export { UnusableConnectionString } from './nodes.ts';
export type {
  Appended,
  EventFilter,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  RecordedEvent,
  SubscribeToAllOptions,
} from './event-store.ts';
export { wantsTls } from './speaks-tls.ts';
