import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDropFolders } from './drop-folders.ts';
import { FilesUnavailable } from './file-store.ts';
import { readS3Address } from './s3-address.ts';
import { s3Store } from './s3-store.ts';
import { startS3Server } from './testing/s3-server.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeEach(async () => void (server = await startS3Server()));
afterEach(() => server.close());

const store = (more: { secret?: string; bucket?: string } = {}) =>
  s3Store(readS3Address(server.addressOf(more))!);

describe('A bucket of files', () => {
  it('keeps, finds and gives back, by path and with a signature that the server can check', async () => {
    const files = store();
    const bytes = Buffer.from([0, 255, 37, 80, 68, 70]);
    await files.put('certificates/1234567.pdf', bytes);
    expect(server.kept.get('certificates/1234567.pdf')).toEqual({ bytes, contentType: 'application/pdf' });
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

  it('takes a file away, also one that is not there', async () => {
    await store().put('a.pdf', Buffer.from('x'));
    await store().remove('a.pdf');
    await store().remove('a.pdf');
    expect(server.kept.size).toBe(0);
    await expect(store({ bucket: 'elsewhere' }).remove('a.pdf')).rejects.toThrow(/404 NoSuchBucket/);
  });

  it('distinguishes a wrong secret and a missing bucket from a missing file', async () => {
    await expect(store({ secret: 'another' }).get('a.pdf')).rejects.toThrow(/403 SignatureDoesNotMatch/);
    await expect(store({ bucket: 'elsewhere' }).get('a.pdf')).rejects.toThrow(/404 NoSuchBucket/);
    await expect(store({ secret: 'another' }).head('a.pdf')).rejects.not.toThrow(/another/);
  });

  it('tries again after a failure of the server, and reports one that lasts', async () => {
    server.misbehave.push({ status: 503, body: '<Error><Code>SlowDown</Code></Error>' });
    await store().put('a.pdf', Buffer.from('x'));
    expect(server.kept.get('a.pdf')?.bytes.toString()).toBe('x');
    for (let again = 0; again < 3; again += 1) server.misbehave.push({ status: 500, body: 'rubbish' });
    await expect(store().get('a.pdf')).rejects.toThrow(/answers GET vitrine-files\/a.pdf with 500/);
  });

  it('reports a server that does not answer', async () => {
    const nowhere = s3Store({ ...readS3Address('s3://k:s@127.0.0.1:1/vitrine-files?tls=false')! });
    await expect(nowhere.head('a.pdf')).rejects.toThrow(FilesUnavailable);
  });
});

describe('Folders of a bucket into which others put files', () => {
  it('show what lies right in them, under any name, page by page', async () => {
    const drops = openDropFolders({ filesUrl: server.addressOf(), dataFolder: '.' });
    const put = (key: string, text: string): void =>
      void server.kept.set(key, { bytes: Buffer.from(text), contentType: undefined });
    put('vendor-drops/kgk/Stock list (2) & ä.csv', '2026-11-22T10:00:00.000Z');
    put('vendor-drops/kgk/a.csv', '2026-11-20T10:00:00.000Z');
    put('vendor-drops/kgk/b+c.xlsx', 'x');
    put('vendor-drops/kgk/.hidden', 'x');
    put('vendor-drops/kgk/old/z.csv', 'x');
    put('vendor-drops/kgk-2/z.csv', 'x');
    const files = await drops.filesIn('vendor-drops/kgk');
    expect(files.map(({ name }) => name).sort()).toEqual(['Stock list (2) & ä.csv', 'a.csv', 'b+c.xlsx']);
    const [newest] = files.filter(({ name }) => name.startsWith('Stock'));
    expect(newest).toMatchObject({ size: 24, modifiedAt: new Date('2026-11-22T10:00:00.000Z') });
    expect((await newest!.bytes())?.toString()).toBe('2026-11-22T10:00:00.000Z');
    expect(await drops.filesIn('vendor-drops/none')).toEqual([]);
  });

  it('report a store that refuses us', async () => {
    const drops = openDropFolders({ filesUrl: server.addressOf({ secret: 'another' }), dataFolder: '.' });
    await expect(drops.filesIn('vendor-drops/kgk')).rejects.toThrow(FilesUnavailable);
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
