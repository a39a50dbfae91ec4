import { Readable } from 'node:stream';
import { asFastify, type AnyReply } from './any-reply.ts';
import { attachment } from './file-names.ts';
import { zipped, type ZipEntry } from '../files/zip.ts';
import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';

const headersOf = (fileName: string, contentType: string): Record<string, string> => ({
  'content-type': contentType,
  'content-disposition': attachment(fileName),
  'cache-control': 'private, no-store',
});

/** Answers a file to be saved under this name. */
export async function sendFile(
  reply: AnyReply,
  { fileName, bytes, contentType }: { fileName: string; bytes: Buffer; contentType: string },
): Promise<void> {
  await asFastify(reply).headers(headersOf(fileName, contentType)).send(bytes);
}

/**
 * Answers with an archive while it is written. A failure after its first bytes breaks the connection, and is logged.
 */
export async function sendZip(
  reply: AnyReply,
  fileName: string,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): Promise<void> {
  await asFastify(reply)
    .headers(headersOf(fileName, 'application/zip'))
    .send(Readable.from(zipped(entries)));
}

/**
 * Answers with a workbook while it is written. A failure after its first bytes breaks the connection, and is logged.
 */
export async function sendWorkbook(reply: AnyReply, fileName: string, made: Readable): Promise<void> {
  await asFastify(reply).headers(headersOf(fileName, WORKBOOK_TYPE)).send(made);
}
