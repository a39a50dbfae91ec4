import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { SESSION_SECONDS } from '#contracts/api/headers.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { configuration, takeConfiguration } from '#web-shared/configuration.ts';
import { canKeep, forgetKept, keptFiles, keptFor } from '#web-shared/last-seen.ts';
import { actForCustomer, customerActedFor } from '../../lib/api-client.ts';
import { clientViewNow, showClientView, type ClientView } from '../../lib/client-view.ts';
import { heardAt, setAway } from '../../lib/connection.ts';
import { isObject } from '../../lib/plain-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { whenIdle } from '#web-shared/when-idle.ts';

/** What is kept beside the lists: enough to open the portal, and the parcels that were opened. */
const KEPT: readonly QueryKey[] = [
  queryKeys.session,
  queryKeys.customer,
  queryKeys.attributes,
  queryKeys.lists,
  queryKeys.models,
  ['details'],
];
const HEAD = '/last-seen';
/** As many rows are written at a time, so that nothing on the page waits for it. */
const ROWS_AT_ONCE = 500;

type Head = {
  owner: string;
  /** Another release may read it otherwise. */
  release: string;
  asOf: string;
  until: string;
  customerId: number | null;
  clientView: ClientView | null;
  configuration: unknown;
  entries: readonly QueryKey[];
};

/** The script that the page begins with: its name is the release's. */
const release = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? '';

const addressOf = (key: QueryKey): string => `${HEAD}/${encodeURIComponent(JSON.stringify(key))}`;

/** What was written already, by address, so that only changes are written. */
export type Written = Map<string, unknown>;

/**
 * Keeps what the page has read now. Does nothing more as soon as it is kept for another.
 * @param extended when an answer last extended the session, in milliseconds: it ends an hour later (product: Session)
 */
export async function keepSeen(
  client: QueryClient,
  owner: string,
  written: Written,
  extended: number,
): Promise<void> {
  const asOf = heardAt();
  const files = await keptFiles();
  const entries: QueryKey[] = [];
  for (const { queryKey, state } of KEPT.flatMap((key) =>
    client.getQueryCache().findAll({ queryKey: key }),
  )) {
    if (state.data === undefined) continue;
    entries.push(queryKey);
    const address = addressOf(queryKey);
    if (written.get(address) === state.data) continue;
    const text = await textOf(state.data);
    if (keptFor() !== owner) return;
    await files.put(address, new Response(text));
    written.set(address, state.data);
  }
  const head: Head = {
    owner,
    release: release(),
    asOf,
    until: new Date(extended + SESSION_SECONDS * 1000).toISOString(),
    customerId: customerActedFor(),
    clientView: clientViewNow(),
    configuration: configuration(),
    entries: entries.map((key) => [...key]),
  };
  if (keptFor() === owner) await files.put(HEAD, Response.json(head));
  // The one that took it over while the last file was being written has it empty.
  if (keptFor() !== owner) forgetKept();
}

/**
 * Shows what was last seen where the sign-in cannot be confirmed: only of a session that has not ended since, with the
 * rights and by the release that it was read with. False when there is nothing to show; then nothing is kept either.
 */
export async function showLastSeen(client: QueryClient): Promise<boolean> {
  if (!canKeep() || keptFor() === null) return false;
  const files = await keptFiles();
  const head = headIn(await (await files.match(HEAD))?.json());
  const standing = head?.owner === keptFor() && Date.parse(head.until) > Date.now();
  if (!standing) {
    forgetKept();
    return false;
  }
  const read = await Promise.all(
    head.entries.map(
      async (key) => [key, (await (await files.match(addressOf(key)))?.json()) as unknown] as const,
    ),
  );
  if (keptFor() !== head.owner) return false;
  takeConfiguration(head.configuration);
  actForCustomer(head.customerId);
  showClientView(head.clientView);
  setAway({ asOf: head.asOf, until: head.until });
  // The session last: with it the pages are drawn.
  for (const [key, data] of read.toReversed())
    if (data !== undefined) client.setQueryData(key, data, { updatedAt: Date.parse(head.asOf) });
  return true;
}

/** What this release has kept; anything kept by another release is ignored. */
const headIn = (kept: unknown): Head | null =>
  isObject(kept) && kept['release'] === release() ? (kept as Head) : null;

/** A value as JSON; a list's rows some at a time, when the page has nothing else to do. */
async function textOf(data: unknown): Promise<string> {
  if (typeof data !== 'object' || data === null || !('rows' in data) || !Array.isArray(data.rows))
    return JSON.stringify(data);
  const { rows, ...rest } = data;
  const parts: string[] = [];
  for (const some of inPortions<unknown>(rows, ROWS_AT_ONCE)) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    parts.push(JSON.stringify(some).slice(1, -1));
  }
  return `${JSON.stringify(rest).slice(0, -1)},"rows":[${parts.join()}]}`;
}
