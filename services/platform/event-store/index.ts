export { connectEventStore } from './connect.ts';
export {
  AppendTooLarge,
  EventStoreRefused,
  EventStoreTimeout,
  EventStoreUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
  isRetryable,
} from './errors.ts';
export type {
  Appended,
  Direction,
  EventFilter,
  EventMetadata,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  StreamRetention,
  SubscribeToAllOptions,
  SubscribeToStreamOptions,
} from './event-store.ts';
