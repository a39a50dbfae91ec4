import { AwsClient } from 'aws4fetch';
import { sha256Of } from '../hash.ts';
import { FilesUnavailable } from './file-store.ts';
import type { S3Address } from './s3-address.ts';

const DEADLINE_MS = 15_000;
/** After a failure on the server's side, with growing pauses. */
const RETRIES = 2;

/**
 * One request for a key of the bucket, or, with a query, for the bucket itself; undefined when there is no such key.
 * Throws FilesUnavailable.
 */
export type S3Ask = (
  method: 'PUT' | 'GET' | 'HEAD' | 'DELETE',
  key: string,
  body?: { bytes: Uint8Array<ArrayBuffer>; contentType: string },
) => Promise<Response | undefined>;

/** Requests to a bucket of an S3-compatible store, by path (`/bucket/key`), signed with AWS Signature V4. */
export function s3Requests({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Address): S3Ask {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  return async (method, key, body) => {
    let response: Response;
    try {
      response = await client.fetch(`${endpoint}/${bucket}/${key}`, {
        method,
        signal: AbortSignal.timeout(DEADLINE_MS),
        // The store compares the bytes with their hash, so what is kept is what was sent.
        headers: body
          ? { 'content-type': body.contentType, 'x-amz-content-sha256': sha256Of(body.bytes) }
          : {},
        ...(body && { body: body.bytes }),
      });
    } catch (cause) {
      throw new FilesUnavailable(`The file store at ${endpoint} does not answer`, { cause });
    }
    if (response.ok) return response;
    // The body gives the reason as XML; reading it frees the connection.
    const why = /<Code>(\w{1,60})<\/Code>/.exec(await response.text())?.[1];
    if (response.status === 404 && method !== 'PUT' && why !== 'NoSuchBucket') return undefined;
    throw new FilesUnavailable(
      `The file store at ${endpoint} answers ${method} ${bucket}/${key} with ${response.status}${why ? ` ${why}` : ''}`,
    );
  };
}
