import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';

export type Arguments = {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certificate: Buffer; readonly key: Buffer } | undefined;
  /** Undefined: an embedded Postgres is to be started. */
  readonly databaseUrl: string | undefined;
};

export const USAGE = `Usage: npm run event-store -- [--port 2113] [--host 127.0.0.1] [--tls-cert FILE --tls-key FILE] [--database-url URL]

  --port          0 takes a free one
  --tls-cert      certificate (PEM); with --tls-key, its private key. Over TLS clients authenticate as admin or ops, whose
                  passwords are EVENT_STORE_ADMIN_PASSWORD and EVENT_STORE_OPS_PASSWORD (changeit)
  --database-url  Postgres to keep the events in; DATABASE_URL when left out, else an embedded one is started`;

/** The command line is wrong; the message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const schema = z.object({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.coerce.number('--port must be a number').int().min(0).max(65_535).default(2113),
  'tls-cert': z.string().optional(),
  'tls-key': z.string().optional(),
  'database-url': z
    .string()
    .regex(/^postgres(ql)?:\/\//, '--database-url must look like postgres://user:password@host:5432/database')
    .optional(),
});

/** Reads the command line; 'help' where the usage is asked for. @throws UsageError */
export function parseArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Arguments | 'help' {
  const { help, ...options } = split(args);
  if (help) return 'help';
  const given = schema.safeParse(options);
  if (!given.success) throw new UsageError(z.prettifyError(given.error));
  const { 'tls-cert': certificate, 'tls-key': key, 'database-url': databaseUrl, host, port } = given.data;
  if ((certificate === undefined) !== (key === undefined)) {
    throw new UsageError('--tls-cert and --tls-key belong together: give both, or neither');
  }
  return {
    host,
    port,
    tls:
      certificate === undefined || key === undefined
        ? undefined
        : { certificate: read(certificate), key: read(key) },
    databaseUrl: databaseUrl ?? (env['DATABASE_URL'] || undefined),
  };
}

function split(args: readonly string[]) {
  const option = { type: 'string' } as const;
  const options = {
    host: option,
    port: option,
    'tls-cert': option,
    'tls-key': option,
    'database-url': option,
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
