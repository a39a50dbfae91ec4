import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addendumPath, certificatePath } from '#contracts/api/certificates.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** Stands for what a laboratory issued. */
const PDF = '%PDF-1.7 of the laboratory';
const ADDENDUM = '%PDF-1.7 addendum';
const CERTIFIED = ['natural', 'labGrown', 'fancyColour'] as const satisfies readonly Line[];

let vitrine: SmallVitrine;
let dataFolder = '';

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-documents-'));
  vitrine = await startSmallVitrine({ VITRINE_DATA: dataFolder });
  const stored = {
    certificates: [
      '2100000001',
      '1234567',
      '7654321',
      '2100000003',
      '4100000004',
      '2100000005',
      '2100000006',
    ],
    addenda: ['2100000001'],
  };
  for (const [folder, numbers] of Object.entries(stored)) {
    await mkdir(path.join(dataFolder, 'files', folder), { recursive: true });
    for (const number of numbers)
      await writeFile(
        path.join(dataFolder, 'files', folder, `${number}.pdf`),
        folder === 'addenda' ? ADDENDUM : PDF,
      );
  }
  await vitrine.listStone('N-1', { certNo: '2100000001' });
  await vitrine.listStone('N-2', { lab: 'FM', certNo: '12345678901-1234567', shortCertNo: '1234567' });
  await vitrine.listStone('L-3', { lab: 'GIA-LG', certNo: '2100000003' }, 100_000, 'labGrown');
  await vitrine.listStone('N-4', { lab: 'IGI', certNo: '4100000004' });
  await vitrine.listStone('F-5', { certNo: '2100000005' }, 100_000, 'fancyColour');
  await vitrine.listStone('J-6', { certNo: '2100000006' }, 100_000, 'jewellery');
  await vitrine.listStone('N-7', { certNo: '2100000007' });
  await vitrine.listStone('N-8', { lab: 'FM', certNo: '1234567890', shortCertNo: '1234567890' });
  await vitrine.listStone('N-9', { certNo: '../../jwt-secret' });
  await vitrine.listStone('N-10', { lab: 'FM', certNo: '7654321', shortCertNo: '7654321' });
  await vitrine.shown();
});
afterAll(async () => {
  await vitrine.close();
  await rm(dataFolder, { recursive: true });
});

const cert = (line: Line): string => `${LINE_FACTS[line].prefix}/cert`;

describe('A certificate by parcel (product: Certificates)', () => {
  test.each([
    ['natural', 'N-1', 'GIA-2100000001'],
    ['natural', 'N-2', 'FM-1234567'],
    ['labGrown', 'L-3', 'GIA-LG-2100000003'],
    ['fancyColour', 'F-5', 'GIA-2100000005'],
  ] as const)('%s %s: the PDF that was stored, to be shown in the page', async (line, parcelName, name) => {
    const reply = await (await vitrine.as('alder')).post(cert(line), { parcelName });
    expect([reply.status, reply.text]).toEqual([200, PDF]);
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'cache-control', 'content-security-policy', 'x-addendum'].map(
          (header) => [header, reply.headers.get(header)],
        ),
      ),
    ).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}.pdf"`,
      'cache-control': 'private, no-cache',
      'content-security-policy': "frame-ancestors 'self'",
      'x-addendum': String(parcelName === 'N-1'),
    });
  });

  test('the AGS addendum where there is one', async () => {
    const alder = await vitrine.as('alder');
    const { status, text, headers } = await alder.post('/inventory/cert', {
      parcelName: 'N-1',
      addendum: true,
    });
    expect([status, text, headers.get('content-disposition')]).toEqual([
      200,
      ADDENDUM,
      'inline; filename="GIA-2100000001-addendum.pdf"',
    ]);
    const none = await alder.post('/inventory/cert', { parcelName: 'N-2', addendum: true });
    expect([none.status, none.json]).toEqual([
      402,
      { message: 'No AGS addendum was found for N-2.', field: 'parcelName', code: 'NO_CERTIFICATE' },
    ]);
  });

  test.each([
    ['N-7', 'nothing stored'],
    ['N-4', 'a lab that is not supported'],
    ['N-8', 'a long number of FM'],
    ['N-9', 'a number that is no file'],
  ])('%s, %s: 402, which does not sign out', async (parcelName) => {
    const reply = await (await vitrine.as('alder')).post('/inventory/cert', { parcelName });
    expect([reply.status, reply.json]).toEqual([
      402,
      { message: `No certificate was found for ${parcelName}.`, field: 'parcelName', code: 'NO_CERTIFICATE' },
    ]);
  });

  test('is asked for under its own line; jewellery has none', async () => {
    const alder = await vitrine.as('alder');
    expect((await alder.post('/labgrown/cert', { parcelName: 'N-1' })).json).toMatchObject({
      message: 'Stone could not be loaded',
    });
    expect((await alder.post('/jewellery/cert', { parcelName: 'J-6' })).status).toBe(404);
    expect((await alder.post('/inventory/cert', { parcelName: 'nowhere' })).status).toBe(402);
    expect((await alder.post('/inventory/cert', {})).json).toMatchObject({ field: 'parcelName' });
  });

  describe.each(CERTIFIED)('%s', (line) => {
    const parcelName = { natural: 'N-1', labGrown: 'L-3', fancyColour: 'F-5' }[line];
    test.each(callersOf('read'))('%s: %i', async (caller, status) => {
      expect(await statusFor(vitrine, caller, cert(line), { parcelName })).toBe(status);
    });
  });
});

describe('A certificate by short number (product: Certificate check)', () => {
  test('HEAD shows whether there is a PDF, GET gives it', async () => {
    const alder = await vitrine.as('alder');
    const head = await alder.post(certificatePath('1234567'), undefined, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), head.text]).toEqual([200, 'application/pdf', '']);
    const get = await alder.get(certificatePath('1234567'));
    expect([get.status, get.headers.get('content-type'), get.text]).toEqual([200, 'application/pdf', PDF]);
    expect((await alder.get(addendumPath('2100000001'))).text).toBe(ADDENDUM);
  });

  test.each([
    '2100000007',
    '9999999',
    '4100000004',
    '2100000006',
    '1234567890',
    '12345678901-1234567',
    '../../jwt-secret',
    '..%2Fjwt',
    'x'.repeat(90),
  ])('%s: 404, by HEAD and by GET', async (number) => {
    const alder = await vitrine.as('alder');
    for (const method of ['HEAD', 'GET']) {
      for (const at of [certificatePath(number), addendumPath(number)])
        expect((await alder.post(at, undefined, { method })).status).toBe(404);
    }
  });

  describe.each(['HEAD', 'GET'])('%s', (method) => {
    test.each(callersOf('read'))('%s: %i', async (caller, status) => {
      expect(await statusFor(vitrine, caller, certificatePath('2100000001'), undefined, method)).toBe(status);
    });
  });
});

describe('A caller who may not see a stone may not see its certificate', () => {
  test('FM without its permission: as if there were none', async () => {
    const cedar = await vitrine.as('cedar');
    expect((await cedar.post('/inventory/cert', { parcelName: 'N-10' })).json).toMatchObject({
      message: 'Stone could not be loaded',
    });
    for (const method of ['HEAD', 'GET'])
      expect((await cedar.post(certificatePath('7654321'), undefined, { method })).status).toBe(404);
    expect((await (await vitrine.as('birch')).get(certificatePath('7654321'))).status).toBe(200);
  });

  test('the customer who has it sees it, whatever the flags', async () => {
    await vitrine.document('MEMO', 'N-10', 9);
    await vitrine.shown();
    expect((await (await vitrine.as('cedar')).get(certificatePath('7654321'))).status).toBe(200);
  });
});

test('The OpenAPI document describes PDFs', async () => {
  const { json } = await vitrine.call('/docs/openapi.json', undefined, { method: 'GET' });
  for (const [at, method] of [
    ['/inventory/cert', 'post'],
    ['/certificates/{number}.pdf', 'get'],
    ['/certificates/{number}/addendum.pdf', 'get'],
  ] as const) {
    expect(json).toHaveProperty(['paths', at, method, 'responses', '200', 'content'], {
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
    });
  }
});

test('A store that does not answer gives a clear message and ends no session', async () => {
  const broken = await startSmallVitrine({
    VITRINE_FILES_URL: 's3://key:hunter2@127.0.0.1:1/vitrine?tls=false',
  });
  try {
    await broken.listStone('N-1', { certNo: '2100000001' });
    await broken.shown();
    const alder = await broken.as('alder');
    const reply = await alder.post('/inventory/cert', { parcelName: 'N-1' });
    expect([reply.status, reply.json]).toEqual([
      402,
      {
        message: 'The certificate cannot be loaded at the moment. Please try again.',
        code: 'FILES_UNAVAILABLE',
      },
    ]);
    const looked = await alder.get(certificatePath('2100000001'));
    expect([looked.status, looked.headers.get('retry-after')]).toEqual([503, '2']);
    expect(looked.json).toEqual(reply.json);
  } finally {
    await broken.close();
  }
});
