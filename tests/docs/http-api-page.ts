import { z } from 'zod';
import { grouped } from '#contracts/vocabulary/grouped.ts';

/** As much of the OpenAPI document as the page needs. */
const content = z.record(z.string(), z.object({ schema: z.json().optional() })).optional();
const operation = z.object({
  tags: z.array(z.string()).default([]),
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), schema: z.json().optional() }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content })).default({}),
});
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

type Json = z.infer<ReturnType<typeof z.json>>;
type Operation = z.infer<typeof operation>;

/** docs/http-api.md of an OpenAPI document: every call with who may make it and an example of request and answer. */
export function httpApiPage(openApi: unknown): string {
  const { paths } = documentSchema.parse(openApi);
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, call]) => ({ method, path, call })),
  );
  const sections = [...grouped(all, ({ call }) => call.tags[0] ?? 'other')]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([tag, calls]) => `## ${tag}\n\n${calls.map(section).sort().join('\n')}`);
  return `# The HTTP API

Every call, made of the OpenAPI document that a running Vitrine serves at \`/docs/openapi.json\` (readable at \`/docs\`). Sessions, headers, failures and ETags are explained in [HTTP](http.md). Values are examples; what a caller may not see is left out.

${sections.join('\n')}`;
}

function section({ method, path, call }: { method: string; path: string; call: Operation }): string {
  const who = call.description ?? '';
  const lines = [
    `### ${method.toUpperCase()} ${path}`,
    '',
    [call.summary, who].filter(Boolean).join('. '),
    '',
  ];
  const query = call.parameters.map(({ name, in: place }) => `\`${name}\` (${place})`);
  if (query.length > 0) lines.push(`Parameters: ${query.join(', ')}.`, '');
  const body = exampleOf(call.requestBody?.content);
  if (body !== undefined) lines.push(block(body), '');
  const [status = '', reply] = Object.entries(call.responses)[0] ?? [];
  const answer = exampleOf(reply?.content);
  if (answer !== undefined) lines.push(`${status}:`, '', block(answer), '');
  return lines.join('\n');
}

/** One line, as short as it reads well. */
const block = (value: Json): string =>
  `\`\`\`json\n${JSON.stringify(value).replaceAll(/,(?=["{[])/g, ', ')}\n\`\`\``;

function exampleOf(types: z.infer<typeof content>): Json | undefined {
  const schema = Object.values(types ?? {})[0]?.schema;
  return schema === undefined ? undefined : example(schema, '', 0);
}

/** Values that a reader knows, by the name of their field. */
const KNOWN: Readonly<Record<string, Json>> = {
  parcelName: 'MC12358',
  parcelNames: ['MC12358', 'KP13336'],
  username: 'demo-customer',
  password: 'Demo-pass-1',
  oldPassword: 'Demo-pass-1',
  newPassword: 'Better-pass-2',
  email: 'owner@example.com',
  gifterEmail: 'owner@example.com',
  recipientEmail: 'friend@example.com',
  accountCode: '10-31-7702',
  month: '2026-10',
  effectiveAt: '2026-11-03',
  recordedAt: '2026-11-03T14:30:00.000Z',
  minimum: 1,
  maximum: 2,
  customerId: 7,
  vendorId: 1,
  certNo: '7497280239',
  lab: 'GIA',
  weight: 1.51,
  shapeCode: 'RD',
  shapeName: 'Round',
  colour: 'D',
  clarity: 'VVS1',
  fluorescence: 'N',
  cut: 'EX',
  polish: 'EX',
  symmetry: 'EX',
  tier: 'Reserve',
  total: 19870.4,
  ppc: 13159.21,
  displayRap: 19080,
  displayRapPercent: -31.031,
  date: '2026-11-03T14:30:00.000Z',
  newDate: '2026-11-03T09:30',
  lastAction: '2026-11-03',
  lastUpdated: '2026-11-03T14:30:00.000Z',
  position: '48213',
  remarks: 'for Friday',
  message: 'MC12358 is no longer available.',
};

/** The note on each entry of a list with another name than theirs. */
const SINGLE: Readonly<Record<string, string>> = { shape: 'shapeCode', parcelNames: 'parcelName' };

const DEEPEST = 6;

function example(schema: Json, name: string, depth: number): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > DEEPEST) return null;
  for (const choice of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[choice];
    if (Array.isArray(options) && options[0] !== undefined) return example(options[0], name, depth + 1);
  }
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  const known = KNOWN[name];
  // A field of the same name may be something else elsewhere: a desire's weight is a range.
  if (known !== undefined && (type === undefined || kindOf(known) === (type === 'integer' ? 'number' : type)))
    return known;
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  switch (type) {
    case 'object': {
      const properties = schema['properties'];
      if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return {};
      return Object.fromEntries(
        Object.entries(properties).map(([field, inner]) => [field, example(inner, field, depth + 1)]),
      );
    }
    case 'array':
      return schema['items'] === undefined
        ? []
        : [example(schema['items'], SINGLE[name] ?? (name in KNOWN ? name : ''), depth + 1)];
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      if (typeof schema['exclusiveMinimum'] === 'number') return schema['exclusiveMinimum'] + 1;
      return typeof schema['minimum'] === 'number' && schema['minimum'] > 0 ? schema['minimum'] : 0;
    case 'string':
      if (schema['format'] === 'date') return '2026-11-03';
      return name === '' ? 'text' : name;
    default:
      return null;
  }
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
