import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { madeStones } from '../../testing/made-stones.ts';
import { addendumQuery, certificateQuery } from './api/get-certificate.ts';

const [stone] = madeStones(1);
const of = (lab: string) => ({
  ...stone!,
  parcelName: 'P-1',
  lab,
  certNo: '1796262',
  shortCertNo: '1796262',
});
const pdf = () => new Response('%PDF-1.7', { status: 200, headers: { 'content-type': 'application/pdf' } });
const missing = () => Response.json({ message: 'There is no such certificate.' }, { status: 404 });

let asked: string[];
const answer = (replies: Record<string, () => Response>): unknown =>
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`);
    return Promise.resolve((replies[`${method} ${url}`] ?? missing)());
  });
const certificate = (line: 'natural' | 'labGrown', lab: string) =>
  new QueryClient().fetchQuery(certificateQuery(line, of(lab), 'certificate'));
const hasAddendum = () => new QueryClient().fetchQuery(addendumQuery(of('GIA')));

beforeEach(() => {
  asked = [];
  URL.createObjectURL = () => 'blob:certificate';
});
afterEach(() => void vi.unstubAllGlobals());

it('a fetched PDF is held until its certificate was closed for some time, then its memory is free', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const revoked: string[] = [];
  URL.revokeObjectURL = (url) => void revoked.push(url);
  answer({ 'POST /inventory/cert': pdf });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } });
  const close = new QueryObserver(client, certificateQuery('natural', of('GIA'), 'certificate')).subscribe(
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([asked.length, revoked]).toEqual([1, []]);
  close();
  // A tab that was opened with it is still loading.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revoked).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(revoked).toEqual(['blob:certificate']);
});

describe('Certificates (product: Certificates; product: Certificate check)', () => {
  it('of lab FM a PDF of the short number is looked for first', async () => {
    answer({ 'HEAD /certificates/1796262.pdf': pdf });
    expect(await certificate('natural', 'FM')).toMatchObject({
      url: '/certificates/1796262.pdf',
      fileName: 'FM-1796262.pdf',
    });
    expect(asked).toEqual(['HEAD /certificates/1796262.pdf']);
  });
  it('where there is none, it is fetched by parcel name', async () => {
    answer({ 'POST /inventory/cert': pdf });
    expect(await certificate('natural', 'FM')).toMatchObject({
      url: 'blob:certificate',
    });
    expect(asked).toEqual(['HEAD /certificates/1796262.pdf', 'POST /inventory/cert']);
  });
  it('what answers with something else than application/pdf is no PDF', async () => {
    answer({
      'HEAD /certificates/1796262.pdf': () => new Response('', { status: 200 }),
      'POST /inventory/cert': pdf,
    });
    expect(await certificate('natural', 'FM')).toMatchObject({
      url: 'blob:certificate',
    });
  });
  it.each(['GIA', 'GIA-LG'])('of lab %s it is fetched by parcel name immediately', async (lab) => {
    answer({ 'POST /labgrown/cert': pdf });
    await certificate('labGrown', lab);
    expect(asked).toEqual(['POST /labgrown/cert']);
  });
  it('the AGS addendum is offered only where there is one', async () => {
    answer({});
    expect(await hasAddendum()).toBe(false);
    answer({ 'HEAD /certificates/1796262/addendum.pdf': pdf });
    expect(await hasAddendum()).toBe(true);
  });
});
