import pg from 'pg';
import { createBell, type Bell } from '../bell.ts';
import { connectionConfig } from '../database/connection-config.ts';
import { pause } from '../pause.ts';
import { WORK_CHANNEL } from './migrations.ts';

/** Lets a job wait for work instead of polling its table. */
export type WorkNotices = {
  /**
   * Resolves when any process announced work of this kind since the last wait for it; after `ms` milliseconds, or a
   * second while announcements cannot be heard; or when the signal is aborted. True when it was announced, or may have
   * been while announcements were not heard. In a process, only one loop may wait for each kind.
   */
  readonly until: (kind: string, ms: number, signal: AbortSignal) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

const UNHEARD_MS = 1_000;

/**
 * Listens for the announcements of tables with `announcesWork`, on a connection of its own that is opened at the first
 * wait. When that is lost it is opened again, and everyone looks once by themselves.
 * @param name what the connection is called in pg_stat_activity
 * @param onLost called each time that the connection cannot be made
 * @param unheardMs milliseconds until it is tried again; shortened by tests
 */
export function listenForWork(
  databaseUrl: string,
  {
    name,
    onLost,
    unheardMs = UNHEARD_MS,
  }: { name: string; onLost: (error: Error) => void; unheardMs?: number },
): WorkNotices {
  const bells = new Map<string, Bell>();
  const closing = new AbortController();
  let heard = false;
  let listening: Promise<void> | undefined;

  function ringAll(): void {
    for (const bell of bells.values()) bell.ring();
  }

  /** Resolves when the connection is closed or lost. Rejects when it cannot be opened. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client(connectionConfig(databaseUrl, name));
    const ended = new AbortController();
    const over = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.on('error', (error) => {
        onLost(error);
        resolve();
      });
      // Each attempt takes its listener away again: `closing` lives as long as the process.
      closing.signal.addEventListener('abort', () => resolve(), { signal: ended.signal });
    });
    client.on('notification', ({ payload = '' }) => bells.get(payload)?.ring());
    try {
      await client.connect();
      await client.query(`listen ${WORK_CHANNEL}`);
      heard = true;
      // Work that came before it listened was not announced to it.
      ringAll();
      await over;
    } finally {
      ended.abort();
      // Who waits for long looks once more; without it nothing waits for longer than until it is tried again.
      if (heard) ringAll();
      heard = false;
      await client.end();
    }
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(onLost);
      await pause(unheardMs, closing.signal);
    }
  }

  return {
    async until(kind, ms, signal) {
      listening ??= listen();
      const bell = bells.get(kind) ?? createBell();
      bells.set(kind, bell);
      return bell.wait(heard ? ms : Math.min(ms, unheardMs), signal);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}
