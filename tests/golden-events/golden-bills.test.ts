import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { wireLineSchema } from '#contracts/api/bill-lines.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import { parseEvent } from '#contracts/events/index.ts';

const folder = import.meta.dirname;
/** As they were written, in every shape; those whose lines stand in parts have none here. */
const bills = readdirSync(folder).filter((file) => /^BillCreated\.\d+\.json$/.test(file));

it.each(bills)('the lines of %s are on the wire what their contract says, with nothing lost', (file) => {
  const data: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const event = parseEvent('BillCreated', data, Number(file.split('.')[1]));
  if (event.type !== 'BillCreated') throw new Error(event.type);
  expect(event.data.lines.length).toBeGreaterThan(0);
  for (const line of event.data.lines) {
    const sent = wireLineSchema.parse(onWire(line));
    expect(sent).toEqual(onWire(line));
    expect(JSON.stringify(sent.working)).toBe(JSON.stringify(onWire(line.working)));
  }
});
