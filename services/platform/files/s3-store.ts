import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { contentTypeOf, FilesUnavailable, type FileStore } from './file-store.ts';
import type { S3Address } from './s3-address.ts';

const DEADLINE_MS = 15_000;
/** After a failure of the server's own, with growing pauses. */
const RETRIES = 2;

/** Files in a bucket of an S3-compatible store, asked by path (`/bucket/key`) and signed with AWS Signature V4. */
export function s3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Address): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });

  const ask = async (
    method: 'PUT' | 'GET' | 'HEAD',
    key: string,
    body?: { bytes: Uint8Array<ArrayBuffer>; contentType: string },
  ): Promise<Response | undefined> => {
    let response: Response;
    try {
      response = await client.fetch(`${endpoint}/${bucket}/${key}`, {
        method,
        signal: AbortSignal.timeout(DEADLINE_MS),
        // What was kept is what was sent: the store compares the bytes with their hash.
        headers: body ? { 'content-type': body.contentType, 'x-amz-content-sha256': sha256(body.bytes) } : {},
        ...(body && { body: body.bytes }),
      });
    } catch (cause) {
      throw new FilesUnavailable(`The store of files at ${endpoint} does not answer`, { cause });
    }
    if (response.ok) return response;
    // The body gives the reason in XML; reading it frees the connection.
    const why = /<Code>(\w{1,60})<\/Code>/.exec(await response.text())?.[1];
    if (response.status === 404 && method !== 'PUT' && why !== 'NoSuchBucket') return undefined;
    throw new FilesUnavailable(
      `The store of files at ${endpoint} answers ${method} ${bucket}/${key} with ${response.status}${why ? ` ${why}` : ''}`,
    );
  };

  return {
    async put(key, bytes) {
      const contentType = contentTypeOf(key);
      const response = await ask('PUT', key, { bytes: Uint8Array.from(bytes), contentType });
      await response?.arrayBuffer();
    },

    async get(key) {
      const contentType = contentTypeOf(key);
      const response = await ask('GET', key);
      if (!response) return undefined;
      try {
        const bytes = Buffer.from(await response.arrayBuffer());
        return { bytes, size: bytes.length, contentType };
      } catch (cause) {
        throw new FilesUnavailable(`The store of files at ${endpoint} broke off`, { cause });
      }
    },

    async head(key) {
      const contentType = contentTypeOf(key);
      const response = await ask('HEAD', key);
      return response && { size: Number(response.headers.get('content-length')), contentType };
    },
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
