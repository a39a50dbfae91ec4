import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openFeed } from './change-feed.ts';

/** A connection that stops taking after `room` writes, until drained. */
function connection(room: number) {
  const written: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    writableEnded: false,
    destroyed: false,
    write(text: string) {
      written.push(text);
      return written.length < room;
    },
    end(text = '') {
      written.push(text);
      response.writableEnded = true;
    },
  });
  return { written, response: response as unknown as ServerResponse, drain: () => response.emit('drain') };
}
const change = (position: string) => ({
  position,
  lines: [{ line: 'natural' as const, parcels: ['A1'] }],
  cart: false,
  customer: false,
  desires: false,
  models: false,
});

test('the first thing sent is the position to resume from', () => {
  const { written, response } = connection(99);
  openFeed(response, '7');
  expect(written).toEqual(['retry: 2000\nid: 7\n\n']);
});

test('a message carries its position as id', () => {
  const { written, response } = connection(99);
  openFeed(response, '7').send(change('8'));
  expect(written[1]).toBe(`id: 8\nevent: change\ndata: ${JSON.stringify(change('8'))}\n\n`);
});

test('a client that does not read gets nothing more, and then one message to load everything again', () => {
  const { written, response, drain } = connection(2);
  const feed = openFeed(response, '7');
  feed.send(change('8'));
  for (let position = 9; position < 2000; position += 1) feed.send(change(String(position)));
  feed.beat();
  expect(written).toHaveLength(2);
  drain();
  expect(written).toHaveLength(3);
  expect(written[2]).toMatch(/^id: 1999\nevent: change\n/);
  expect(JSON.parse(written[2]!.split('data: ')[1]!)).toMatchObject({
    position: '1999',
    lines: [{ parcels: null }, { parcels: null }, { parcels: null }, { parcels: null }],
    cart: true,
    customer: true,
    desires: true,
    models: true,
  });
});

test('a slow client that missed nothing gets nothing', () => {
  const { written, response, drain } = connection(2);
  openFeed(response, '7').send(change('8'));
  drain();
  expect(written).toHaveLength(2);
});

test('an ended session is announced once, and nothing after it', () => {
  const { written, response } = connection(99);
  const feed = openFeed(response, '7');
  feed.endSession();
  feed.endSession();
  feed.send(change('8'));
  expect(written.slice(1)).toEqual(['event: session\ndata: {}\n\n']);
});
