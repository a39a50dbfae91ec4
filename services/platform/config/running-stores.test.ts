import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFeedShares } from './config.ts';
import {
  NoStores,
  OtherThanRunning,
  runningFeedShares,
  runningFiles,
  runningStores,
  runningZone,
} from './running-stores.ts';

const DATABASE_URL = 'postgres://vitrine@127.0.0.1:5432/vitrine';
const OTHER = 'postgres://vitrine@db.internal/vitrine';
const EVENTSTORE_URL = 'esdb://127.0.0.1:2113?tls=false';
const note = { DATABASE_URL, EVENTSTORE_URL };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-note-'));
});
beforeEach(() => rmSync(path.join(folder, 'running.json'), { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Vitrine runs in the folder, and has left this note. */
const runs = (text: object | string): void =>
  writeFileSync(path.join(folder, 'running.json'), typeof text === 'string' ? text : JSON.stringify(text));
const shell = (set: Record<string, string> = {}) => ({ VITRINE_DATA: folder, ...set });

test('without a running Vitrine a tool has what is set for it, or the defaults', () => {
  expect(() => runningStores(shell())).toThrow(NoStores);
  expect(runningZone(shell({ DATABASE_URL }))).toBe('America/New_York');
  expect(runningZone(shell({ DATABASE_URL, VITRINE_TIME_ZONE: 'Europe/Berlin' }))).toBe('Europe/Berlin');
  expect(runningFiles(shell())).toEqual({ filesUrl: undefined, dataFolder: folder });
  expect(runningFiles(shell({ VITRINE_FILES_URL: 'file:///srv/files' }))).toMatchObject({
    filesUrl: 'file:///srv/files',
  });
});

test('beside a running Vitrine a tool works in its time zone and with its files', () => {
  runs({ ...note, VITRINE_TIME_ZONE: 'Asia/Kolkata', VITRINE_FILES_URL: 'file:///srv/files' });
  for (const set of [{}, { DATABASE_URL, EVENTSTORE_URL }, { VITRINE_TIME_ZONE: 'Asia/Kolkata' }]) {
    expect(runningStores(shell(set))).toEqual({ databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL });
    expect(runningZone(shell(set))).toBe('Asia/Kolkata');
    expect(runningFiles(shell(set)).filesUrl).toBe('file:///srv/files');
  }
});

test('what is set otherwise than for the running Vitrine is refused', () => {
  runs({ ...note, VITRINE_TIME_ZONE: 'Asia/Kolkata' });
  expect(() => runningZone(shell({ VITRINE_TIME_ZONE: 'Europe/Berlin' }))).toThrow(OtherThanRunning);
  expect(() => runningFiles(shell({ VITRINE_FILES_URL: 'file:///srv/files' }))).toThrow(/^VITRINE_FILES_URL/);
  // One that runs with the defaults has them noted by leaving them out.
  runs(note);
  expect(() => runningZone(shell({ VITRINE_TIME_ZONE: 'Europe/Berlin' }))).toThrow(OtherThanRunning);
  expect(runningZone(shell({ VITRINE_TIME_ZONE: 'America/New_York' }))).toBe('America/New_York');
});

test('feeds are held by the shares of the running Vitrine (rule: Held feeds)', () => {
  const shares = (set: Record<string, string> = {}) => readFeedShares(runningFeedShares(shell(set)));
  expect(shares({ DATABASE_URL, VITRINE_FEED_PRICES: '20' })).toEqual({ withdrawals: 30, prices: 20 });
  runs({ ...note, VITRINE_FEED_WITHDRAWALS: '10' });
  for (const set of [{}, { VITRINE_FEED_WITHDRAWALS: '10', VITRINE_FEED_PRICES: '30' }])
    expect(shares(set)).toEqual({ withdrawals: 10, prices: 30 });
  expect(() => shares({ VITRINE_FEED_WITHDRAWALS: '30' })).toThrow(OtherThanRunning);
  expect(() => shares({ VITRINE_FEED_PRICES: '20' })).toThrow(/^VITRINE_FEED_PRICES/);
  expect(shares({ DATABASE_URL: OTHER })).toEqual({ withdrawals: 30, prices: 30 });
});

test('a Vitrine that runs on another database has no say', () => {
  runs({ ...note, VITRINE_TIME_ZONE: 'Asia/Kolkata', VITRINE_FILES_URL: 'file:///srv/files' });
  expect(runningZone(shell({ DATABASE_URL: OTHER }))).toBe('America/New_York');
  expect(runningFiles(shell({ DATABASE_URL: OTHER })).filesUrl).toBeUndefined();
});

test('a note that was left halfway is not taken for none', () => {
  runs('{"DATABASE_URL":');
  for (const read of [runningStores, runningZone, runningFiles])
    expect(() => read(shell())).toThrow('start Vitrine again');
  // Where the stores are named, it has no say.
  expect(runningZone(shell({ DATABASE_URL: OTHER, VITRINE_TIME_ZONE: 'Europe/Berlin' }))).toBe(
    'Europe/Berlin',
  );
  expect(runningFiles(shell({ DATABASE_URL: OTHER })).filesUrl).toBeUndefined();
});
