import type { Random } from '#services/platform/random.ts';

/** What programs that mean no good send, or broken ones: for any field. */
const VALUES: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => undefined,
  () => true,
  () => '',
  () => ' ',
  () => [],
  () => ({}),
  () => -1,
  () => 0.1 + 0.2,
  () => 1e308,
  () => -0,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => '9'.repeat(400),
  () => '\u0000',
  () => '\ud800',
  () => '\u202e\u0007\u001b[31m',
  () => '../../../../etc/passwd',
  () => "'; drop table vitrine.user; --",
  () => '%00%ff%',
  () => '<script>alert(1)</script>',
  () => '=cmd|/c calc!A1',
  () => '{{constructor.constructor("return 1")()}}',
  () => '__proto__',
  () => 'constructor',
  () => '0000-00-00',
  () => '2026-02-30',
  () => '+275760-09-13T00:00:00.001Z',
  () => '9999-12-31T23:59:59.999Z',
  (random) => 'a'.repeat(random.int(1_000, 60_000)),
  (random) => Array.from({ length: random.int(100, 5_000) }, (_, index) => `P-${index}`),
  (random) => Array.from({ length: random.int(2, 40) }, () => ({})),
  (random) => nested(random.int(50, 2_000)),
  () =>
    JSON.parse('{"__proto__":{"administrator":true},"constructor":{"prototype":{"admin":true}}}') as unknown,
  () => ({ toString: 1, length: -1, then: 'x' }),
];

function nested(depth: number): unknown {
  let inner: unknown = 1;
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { a: inner };
  return inner;
}

export const hostileValue = (random: Random): unknown => random.pick(VALUES)(random);

/** The same in which one place, of any depth, is something else, is left out, or has company. */
export function mutated(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return hostileValue(random);
  if (Array.isArray(value)) {
    const items: unknown[] = [...(value as unknown[])];
    const at = random.int(0, Math.max(0, items.length - 1));
    if (random.chance(0.2)) return [...items, ...items];
    items[at] = mutated(items[at], random);
    return items;
  }
  const fields = Object.entries(value);
  const chosen = fields.length === 0 ? undefined : random.pick(fields)[0];
  const rest = fields.filter(([name]) => name !== chosen);
  if (chosen === undefined || random.chance(0.1))
    return {
      ...value,
      [String(random.pick(['__proto__', 'id', 'customerId', 'administrator', 'x']))]: hostileValue(random),
    };
  if (random.chance(0.15)) return Object.fromEntries(rest);
  return Object.fromEntries(
    fields.map(([name, one]): [string, unknown] => [name, name === chosen ? mutated(one, random) : one]),
  );
}

/** Bytes of which a few were changed, cut out, repeated or put in. */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  let made = Buffer.from(bytes);
  for (let times = random.int(1, 6); times > 0; times -= 1) {
    const at = random.int(0, Math.max(0, made.length - 1));
    const until = Math.min(made.length, at + random.int(1, 64));
    made = random.pick([
      () => Buffer.concat([made.subarray(0, at), Buffer.from([random.int(0, 255)]), made.subarray(at + 1)]),
      () => made.subarray(0, at),
      () => Buffer.concat([made.subarray(0, at), made.subarray(until)]),
      () => Buffer.concat([made.subarray(0, until), made.subarray(at)]),
      () =>
        Buffer.concat([
          made.subarray(0, at),
          Buffer.from(JSON.stringify(hostileValue(random)) ?? ''),
          made.subarray(at),
        ]),
    ])();
  }
  return new Uint8Array(made);
}
