import {
  AccessDeniedError,
  convertToCommandError,
  NotLeaderError,
  TimeoutError,
} from '@eventstore/db-client';
import { Metadata, status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import {
  EventStoreRefused,
  EventStoreTimeout,
  EventStoreUnavailable,
  isRetryable,
  remedyOf,
  SubscriberTooSlow,
  translateError,
} from './errors.ts';

function serviceError(code: status, details: string, trailers: Record<string, string> = {}) {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
}
const wrongPassword = new AccessDeniedError(serviceError(status.UNAUTHENTICATED, ''));
const noAdministrator = new AccessDeniedError(serviceError(status.PERMISSION_DENIED, 'Access Denied'));
const unknownAuthority = serviceError(
  status.UNAVAILABLE,
  'No connection established. Last error: Error: unable to verify the first certificate.',
);
const refusedConnection = serviceError(status.UNAVAILABLE, 'connect ECONNREFUSED 127.0.0.1:2113');

describe('what an operator has to change', () => {
  test.each([
    [wrongPassword, /does not accept the user name or the password/],
    [noAdministrator, /a user of the group \$admins/],
    [unknownAuthority, /certificate is not trusted.*tlsCAFile=FILE/],
  ])('is the message for %s', (error, sentence) => {
    expect(remedyOf(translateError(error, 's', 'read'))).toMatch(sentence);
  });

  test('is not the message for what may pass by itself', () => {
    for (const error of [refusedConnection, new Error('anything')])
      expect(remedyOf(translateError(error, 's', 'read'))).toBeUndefined();
    expect(remedyOf(new EventStoreTimeout('append', 10))).toBeUndefined();
  });
});

describe('the vocabulary', () => {
  test.each([
    ['Connection dropped', 'Connection dropped'],
    [
      'No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:2113. Resolution note: ',
      'No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:2113',
    ],
    ['a. Resolution note: no such host', 'a. Resolution note: no such host'],
  ])('given %s of gRPC, then its code and an empty note are left out', (details, message) => {
    const error = convertToCommandError(serviceError(status.UNAVAILABLE, details));
    expect(translateError(error, 's', 'read').message).toBe(`event store unavailable: ${message}`);
  });

  test('distinguishes a slow reader from a server that gives no answer', () => {
    const ended = new TimeoutError(
      serviceError(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live.'),
    );
    expect(translateError(ended, '$all', 'subscribe')).toBeInstanceOf(SubscriberTooSlow);
    const other = new TimeoutError(serviceError(status.ABORTED, 'Operation timed out'));
    expect(translateError(other, '$all', 'subscribe')).toBeInstanceOf(EventStoreUnavailable);
    expect(translateError(other, 's', 'delete', 500)).toMatchObject({
      name: 'EventStoreTimeout',
      afterMs: 500,
    });
  });

  test('takes a node that does not lead, also one that knows no leader, for one that is away', () => {
    const trailers = { 'leader-endpoint-host': 'node2', 'leader-endpoint-port': '2113' };
    const errors = [
      new NotLeaderError(serviceError(status.NOT_FOUND, 'Leader info available', trailers)),
      serviceError(status.NOT_FOUND, 'Leader info available', { exception: 'not-leader', ...trailers }),
      serviceError(status.UNKNOWN, 'No leader info available in response'),
    ];
    for (const error of errors) {
      const translated = translateError(error, 's', 'append', 1_000);
      expect(translated).toBeInstanceOf(EventStoreUnavailable);
      expect(isRetryable(translated)).toBe(true);
    }
  });

  test('takes every other unknown answer for a refusal', () => {
    const refused = translateError(serviceError(status.UNKNOWN, 'a defect'), 's', 'read');
    expect(refused).toBeInstanceOf(EventStoreRefused);
    expect(isRetryable(refused)).toBe(false);
  });
});
