import { feedFile, type FeedFile } from '#contracts/api/vendor-feeds.ts';
import { call } from '../../providers/http-client.ts';

/** Keeps a file of the vendor and answers what was found in it. @throws {HttpError} as `call` */
export function sendFeedFile(vendorId: number, file: File): Promise<FeedFile> {
  const fileName = encodeURIComponent(file.name);
  return call(`/api/vendors/${vendorId}/feed-files?fileName=${fileName}`, feedFile, { body: file });
}
