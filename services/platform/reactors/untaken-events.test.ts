import { describe, expect, test } from 'vitest';
import type { EventStore, RecordedEvent } from '../event-store/index.ts';
import { looksForUntaken } from './untaken-events.ts';

const mails = { name: 'mails', eventTypes: ['Mailed'] };
const orders = {
  name: 'orders',
  eventTypes: ['Ordered'],
  concerns: ({ data }: { data: unknown }) => data !== 0,
};

/** A log in memory that counts what is read of it; event n stands at position n and was stored n seconds after 1970. */
function makeLog() {
  const log: RecordedEvent[] = [];
  const asked: bigint[] = [];
  const record = (type: string, count = 1, data: unknown = {}): void => {
    for (let left = count; left > 0; left -= 1) {
      const place = log.length + 1;
      log.push({
        id: String(place),
        stream: 'notes',
        revision: BigInt(place - 1),
        type,
        data,
        metadata: {},
        position: BigInt(place),
        storedAt: new Date(place * 1000),
      });
    }
  };
  const readAll: EventStore['readAll'] = async function* ({ after = 0n, maxCount = Infinity } = {}) {
    asked.push(after);
    yield* log.slice(Number(after), Number(after) + maxCount);
  };
  const look = looksForUntaken({ readAll });
  return {
    record,
    /** What has been read since the last call: from which positions. */
    reads: () => asked.splice(0),
    look: (id = 'a log') => look({ id, end: BigInt(log.length) }, BigInt(log.length)),
  };
}

describe('given reactors whose checkpoints rest behind the head, though nothing is left for them', () => {
  const { record, reads, look } = makeLog();
  const idle = { count: 0, oldest: null };

  test('when it is looked again, then what was seen is not read again, and what is new is read once for all', async () => {
    record('Noted', 100);
    const first = look();
    expect(await Promise.all([first(mails, 10n), first(orders, 20n)])).toEqual([idle, idle]);
    expect(reads()).toEqual([10n, 20n]);
    const second = look();
    expect(await Promise.all([second(mails, 10n), second(orders, 20n)])).toEqual([idle, idle]);
    expect(reads()).toEqual([]);
    record('Noted', 5);
    const third = look();
    expect(await Promise.all([third(mails, 30n), third(orders, 20n)])).toEqual([idle, idle]);
    expect(reads()).toEqual([100n]);
  });

  test('when an event comes for one of them, then it is untaken until the checkpoint passes it', async () => {
    record('Ordered', 1, 0);
    record('Ordered', 2);
    const untaken = { count: 2, oldest: new Date(107_000) };
    expect(await look()(orders, 20n)).toEqual(untaken);
    expect(await look()(orders, 20n)).toEqual(untaken);
    expect(await look()(orders, 107n)).toEqual({ count: 1, oldest: new Date(108_000) });
    expect(await look()(orders, 108n)).toEqual(idle);
  });

  test('when so many pass that a running reactor would have moved its checkpoint, then the first is the oldest', async () => {
    record('Noted', 150);
    expect(await look()(mails, 30n)).toEqual({ count: 0, oldest: new Date(31_000) });
    expect(await look()(mails, 100n)).toEqual(idle);
  });

  test('when a checkpoint goes back, or the log is another, then all behind it is read', async () => {
    reads();
    await look()(mails, 5n);
    await look('another log')(mails, 5n);
    expect(reads()).toEqual([5n, 5n]);
  });
});
