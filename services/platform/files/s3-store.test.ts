import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FilesUnavailable } from './file-store.ts';
import { readS3Address } from './s3-address.ts';
import { s3Store } from './s3-store.ts';

const SECRET = 'wJalr/XUtn+FEMI K7MDENG';
const kept = new Map<string, { bytes: Buffer; contentType: string | undefined }>();
let server: Server;
let port = 0;
/** Answers this, once, instead of its work. */
let misbehave: { status: number; body: string }[] = [];

beforeEach(async () => {
  kept.clear();
  misbehave = [];
  server = createServer((request, response) => void answer(request, response));

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => new Promise<void>((closed) => void server.close(() => closed())));

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
  const key = rest.join('/');
  if (bucket !== 'vitrine-files')
    return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
  if (request.method === 'PUT') {
    kept.set(key, { bytes, contentType: request.headers['content-type'] });
    return void response.writeHead(200).end();
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
  const canonical = [request.method, path, query, lines.join(''), signed, promised].join('\n');
  const scope = `${day}/eu-test-1/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = ['eu-test-1', 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => mac(made, part),
    mac(`AWS4${SECRET}`, day),
  );
  return mac(key, toSign).toString('hex') === signature;
}

const store = (more: { secret?: string; bucket?: string } = {}) => {
  const { secret = SECRET, bucket = 'vitrine-files' } = more;
  return s3Store(
    readS3Address(
      `s3://AKIDEXAMPLE:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?region=eu-test-1&tls=false`,
    )!,
  );
};

describe('A bucket of files', () => {
  it('keeps, finds and gives back, by path and with a signature that the server can check', async () => {
    const files = store();
    const bytes = Buffer.from([0, 255, 37, 80, 68, 70]);
    await files.put('certificates/1234567.pdf', bytes);
    expect(kept.get('certificates/1234567.pdf')).toEqual({ bytes, contentType: 'application/pdf' });
    expect(await files.get('certificates/1234567.pdf')).toEqual({
      bytes,
      size: 6,
      contentType: 'application/pdf',
    });
    expect(await files.head('certificates/1234567.pdf')).toEqual({ size: 6, contentType: 'application/pdf' });
    expect([await files.get('certificates/2.pdf'), await files.head('certificates/2.pdf')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('distinguishes a wrong secret and a missing bucket from a missing file', async () => {
    await expect(store({ secret: 'another' }).get('a.pdf')).rejects.toThrow(/403 SignatureDoesNotMatch/);
    await expect(store({ bucket: 'elsewhere' }).get('a.pdf')).rejects.toThrow(/404 NoSuchBucket/);
    await expect(store({ secret: 'another' }).head('a.pdf')).rejects.not.toThrow(/another/);
  });

  it('tries again after a failure of the server, and reports one that lasts', async () => {
    misbehave = [{ status: 503, body: '<Error><Code>SlowDown</Code></Error>' }];
    await store().put('a.pdf', Buffer.from('x'));
    expect(kept.get('a.pdf')?.bytes.toString()).toBe('x');
    misbehave = Array.from({ length: 3 }, () => ({ status: 500, body: 'rubbish' }));
    await expect(store().get('a.pdf')).rejects.toThrow(/answers GET vitrine-files\/a.pdf with 500/);
  });

  it('reports a server that does not answer', async () => {
    const nowhere = s3Store({ ...readS3Address('s3://k:s@127.0.0.1:1/vitrine-files?tls=false')! });
    await expect(nowhere.head('a.pdf')).rejects.toThrow(FilesUnavailable);
  });
});

describe('The address of a bucket', () => {
  it('has a key, a secret, a bucket, and by default us-east-1 and TLS', () => {
    expect(readS3Address('s3://k:a%2Fb@files.example/my-bucket')).toEqual({
      endpoint: 'https://files.example',
      bucket: 'my-bucket',
      region: 'us-east-1',
      accessKeyId: 'k',
      secretAccessKey: 'a/b',
    });
  });
  it.each([
    '',
    's3://files.example/bucket',
    's3://k:s@files.example',
    's3://k:s@files.example/a/b',
    's3://k:s@h/bucket?tls=no',
    's3://k:s@h/bucket?regoin=x',
    'https://k:s@h/bucket',
    's3://k:%zz@h/bucket',
    's3://k:s@h/../x',
  ])('%o is not an address', (text) => expect(readS3Address(text)).toBeNull());
});
