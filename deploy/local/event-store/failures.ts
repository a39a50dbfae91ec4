import { Metadata, status } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';

/** The most bytes of events in one append, as EventStoreDB's default. */
export const MAXIMUM_APPEND_BYTES = 1024 * 1024;

/** The store cannot answer now: Postgres is away, or this process is not (yet, or any more) its writer. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** The request itself is wrong. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}

export class StreamIsDeleted extends Error {
  override readonly name = 'StreamIsDeleted';
  constructor(readonly stream: string) {
    super(`Event stream '${stream}' is deleted.`);
  }
}

export class AccessIsDenied extends Error {
  override readonly name = 'AccessIsDenied';
  constructor() {
    super('Access Denied.');
  }
}

export class NotAuthenticated extends Error {
  override readonly name = 'NotAuthenticated';
  constructor() {
    super('Access Denied: the credentials are wrong.');
  }
}

export class AppendIsTooLarge extends Error {
  override readonly name = 'AppendIsTooLarge';
  constructor() {
    super(`Maximum Append Size of ${MAXIMUM_APPEND_BYTES} Exceeded.`);
  }
}

/** Builds the gRPC error that the official clients decode: the `exception` trailer names it, others detail it. */
export function serviceError(
  code: status,
  message: string,
  details: Record<string, string> = {},
): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(details)) metadata.set(key, value);
  return Object.assign(new Error(message), { code, details: message, metadata });
}

/** What a call ends with when it fails. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof Unavailable) return serviceError(status.UNAVAILABLE, error.message);
  if (error instanceof InvalidRequest) return serviceError(status.INVALID_ARGUMENT, error.message);
  if (error instanceof NotAuthenticated) return serviceError(status.UNAUTHENTICATED, error.message);
  if (error instanceof AccessIsDenied) {
    return serviceError(status.PERMISSION_DENIED, error.message, { exception: 'access-denied' });
  }
  if (error instanceof StreamIsDeleted) {
    return serviceError(status.FAILED_PRECONDITION, error.message, {
      exception: 'stream-deleted',
      'stream-name': headerSafe(error.stream),
    });
  }
  if (error instanceof AppendIsTooLarge) {
    return serviceError(status.INVALID_ARGUMENT, error.message, {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(MAXIMUM_APPEND_BYTES),
    });
  }
  return serviceError(status.INTERNAL, error instanceof Error ? error.message : String(error));
}

/** HTTP/2 trailers carry printable ASCII only; other characters of a stream's name are replaced there. */
export function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
