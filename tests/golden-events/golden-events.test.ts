import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventShapes, logEvents, parseEvent } from '#contracts/events/index.ts';
import { currentShape } from '#contracts/events/upcast.ts';

/**
 * Data of every event type in every shape ever written (architecture: What an event is): `Type.shape.json`,
 * or `Type.shape.variant.json` for a further example. Beside an older shape stands `Type.shape.newest.json`:
 * its conversion to the newest shape. Files are added, never changed: a new shape of an event gets a step in
 * `contracts/events/upcast.ts`, a file of its own here, and a `.newest.json` for each older one.
 */
type Golden = { file: string; type: string; shape: number; data: unknown };

const folder = import.meta.dirname;
const json = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const goldens: Golden[] = files
  .filter((file) => !file.endsWith('.newest.json'))
  .map((file) => ({ file, type: file.split('.')[0]!, shape: Number(file.split('.')[1]), data: json(file) }));

/** What the newest shape makes of it: for the current shape, the data itself. */
function expected({ file, type, shape, data }: Golden): unknown {
  return shape === currentShape(type) ? data : json(file.replace(/\.json$/, '.newest.json'));
}

const jsonSchema = z.record(z.string(), z.unknown());

/** Paths of every field that a schema knows: 'attributes.weight', 'parcels[].parcelName'. */
function fieldsOf(schema: unknown, prefix = ''): string[] {
  const parsed = jsonSchema.safeParse(schema);
  if (!parsed.success) return [];
  const { properties, items, anyOf } = parsed.data;
  const fields = Object.entries(jsonSchema.safeParse(properties).data ?? {}).flatMap(([name, field]) => [`${prefix}${name}`, ...fieldsOf(field, `${prefix}${name}.`)]);
  const alternatives = Array.isArray(anyOf) ? anyOf.flatMap((one: unknown) => fieldsOf(one, prefix)) : [];
  return [...fields, ...alternatives, ...(items === undefined ? [] : fieldsOf(items, `${prefix.slice(0, -1)}[].`))];
}

/** The same of data. */
function fieldsIn(data: unknown, prefix = ''): string[] {
  if (Array.isArray(data)) return data.flatMap((item) => fieldsIn(item, `${prefix.slice(0, -1)}[].`));
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [`${prefix}${name}`, ...fieldsIn(value, `${prefix}${name}.`)]);
}

const shapes: Readonly<Record<string, z.ZodType>> = { ...eventShapes, ...logEvents };
const types = Object.keys(shapes);

/** An event of the log itself is read by its shape alone; all others by the one way in. */
function read({ type, data, shape }: Golden): unknown {
  return type in logEvents ? { type, data: shapes[type]!.parse(data) } : parseEvent(type, data, shape);
}

describe('events as they were once written', () => {
  it.each(goldens)('$file still reads as the newest shape', (golden) => {
    expect(read(golden)).toEqual({ type: golden.type, data: expected(golden) });
  });

  it.each(types)('%s has an example of its current shape that shows every field', (type) => {
    const examples = goldens.filter((golden) => golden.type === type && golden.shape === currentShape(type));
    expect(examples.length, `write tests/golden-events/${type}.${currentShape(type)}.json`).toBeGreaterThan(0);
    const shown = new Set(examples.flatMap(({ data }) => fieldsIn(data)));
    expect(fieldsOf(z.toJSONSchema(shapes[type]!)).filter((field) => !shown.has(field))).toEqual([]);
  });

  it.each(types)('%s has an example of every shape it ever had', (type) => {
    const written = new Set(goldens.filter((golden) => golden.type === type).map(({ shape }) => shape));
    expect([...written].sort()).toEqual(Array.from({ length: currentShape(type) }, (_, index) => index + 1));
  });

  it('an event of a shape that this version does not know is refused, with what to do', () => {
    expect(() => parseEvent('StoneReinstated', { effectiveAt: '2026-04-11T14:05:00.000Z' }, 99)).toThrow(/shape 99.*upgrade/);
  });

  it('an unknown type is refused', () => {
    expect(() => parseEvent('StoneTeleported', {}, 1)).toThrow('unknown event type StoneTeleported');
  });
});
