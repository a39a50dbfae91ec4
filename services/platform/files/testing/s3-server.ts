import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const S3_SECRET = 'wJalr/XUtn+FEMI K7MDENG';

/** The bucket `vitrine-files` of a store that checks its signatures; it lists two keys a page. Close it. */
export async function startS3Server() {
  const kept = new Map<string, { bytes: Buffer; contentType: string | undefined }>();
  /** Answers this, once, instead of its work. */
  const misbehave: { status: number; body: string }[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const wrong = misbehave.shift();
    if (wrong) return void response.writeHead(wrong.status).end(wrong.body);
    if (!signedRight(request, bytes)) {
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    const [, bucket, ...rest] = (request.url ?? '').split('/');
    const [path = '', query = ''] = rest.join('/').split('?');
    const key = decodeURIComponent(path);
    if (bucket !== 'vitrine-files')
      return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    if (key === '') return list(new URLSearchParams(query), response);
    if (request.method === 'PUT') {
      kept.set(key, { bytes, contentType: request.headers['content-type'] });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      kept.delete(key);
      return void response.writeHead(204).end();
    }
    const file = kept.get(key);
    if (!file)
      return void response
        .writeHead(404)
        .end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>');
    response
      .writeHead(200, { 'content-length': file.bytes.length })
      .end(request.method === 'HEAD' ? undefined : file.bytes);
  }

  /** Keys of the prefix as ListObjectsV2 has them, two a page, in percent-encoding; dated by what they hold. */
  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const from = Number(query.get('continuation-token') ?? 0);
    const keys = [...kept.keys()].filter(
      (key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'),
    );
    const contents = keys
      .sort()
      .slice(from, from + 2)
      .map((key) => {
        const { bytes } = kept.get(key)!;
        const at = /^\d{4}-\S+/.exec(bytes.toString())?.[0] ?? '2026-01-01T00:00:00.000Z';
        const encoded = encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
        return `<Contents><Key>${encoded}</Key><LastModified>${at}</LastModified><Size>${bytes.length}</Size></Contents>`;
      });
    const more = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  /** The address of the bucket, for VITRINE_FILES_URL. */
  const addressOf = ({ secret = S3_SECRET, bucket = 'vitrine-files' } = {}): string =>
    `s3://AKIDEXAMPLE:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?region=eu-test-1&tls=false`;
  return {
    kept,
    misbehave,
    addressOf,
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}

/** AWS Signature V4 as its documentation describes it, written a second time. */
function signedRight(request: IncomingMessage, bytes: Buffer): boolean {
  const { headers } = request;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!parts) return false;
  const [, day = '', signed = '', signature] = parts;
  if (!signed.split(';').includes('host') || !signed.split(';').includes('x-amz-content-sha256'))
    return false;
  const hash = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
  const mac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();
  const promised = String(headers['x-amz-content-sha256']);
  if (promised !== 'UNSIGNED-PAYLOAD' && promised !== hash(bytes)) return false;
  if (request.method === 'PUT' && promised === 'UNSIGNED-PAYLOAD') return false;
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sorted = query.split('&').sort().join('&');
  const canonical = [request.method, path, sorted, lines.join(''), signed, promised].join('\n');
  const scope = `${day}/eu-test-1/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = ['eu-test-1', 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => mac(made, part),
    mac(`AWS4${S3_SECRET}`, day),
  );
  return mac(key, toSign).toString('hex') === signature;
}
