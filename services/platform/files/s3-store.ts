import { contentTypeOf, FilesUnavailable, type FileStore } from './file-store.ts';
import type { S3Address } from './s3-address.ts';
import { s3Requests } from './s3-requests.ts';

/** Files in a bucket of an S3-compatible store, addressed by path (`/bucket/key`) and signed with AWS Signature V4. */
export function s3Store(address: S3Address): FileStore {
  const { endpoint } = address;
  const ask = s3Requests(address);

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
        throw new FilesUnavailable(`The file store at ${endpoint} broke off`, { cause });
      }
    },

    async head(key) {
      const contentType = contentTypeOf(key);
      const response = await ask('HEAD', key);
      return response && { size: Number(response.headers.get('content-length')), contentType };
    },

    async remove(key) {
      contentTypeOf(key);
      await (await ask('DELETE', key))?.arrayBuffer();
    },
  };
}
