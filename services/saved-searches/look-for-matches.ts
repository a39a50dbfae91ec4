import type { AttributeLists } from '#contracts/api/attributes.ts';
import { passesAll } from '#contracts/stone-lists/filters.ts';
import { availableReadings, type ListedParcel } from '#contracts/stone-lists/readings.ts';
import { formatCarats } from '#contracts/vocabulary/carats.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { colourInWords } from '#contracts/vocabulary/stone-words.ts';
import { availableNames, changedSince, lineVersion } from '#projections/parcels/index.ts';
import { userStill, type UserStillDeps } from '#services/identity/index.ts';
import { isMailAddress, type Mail, type SendMail } from '#services/mail/index.ts';
import type { Context } from '#services/module.ts';
import type { Clock } from '#services/platform/clock.ts';
import { isDatabaseAway } from '#services/platform/database/index.ts';
import { versionWord } from '#services/platform/hash.ts';
import { callerOf } from '#services/platform/http/index.ts';
import { everyUnderLease, type UnderLease } from '#services/platform/leases/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';
import { lineView, stonesInLists, type LineView, type StoneReaders } from '#services/stones/index.ts';
import { afterLook, firstMatches, isMailDue, matchesMail, type Looked, type Matches } from './new-matches.ts';
import { noteLook, watchedSearches, type KeptSearch } from './search-store.ts';

export type LookDeps = UserStillDeps & {
  clock: Clock;
  readers: StoneReaders;
  /** The attribute lists as they are called now. */
  attributes(): Promise<AttributeLists>;
  sendMail: SendMail;
  publicUrl: string;
  log: Pick<ProcessLog, 'warn'>;
};

const LOOK_EVERY_MS = 60_000;
const READ_AT_ONCE = 1000;

/** The deps of a look, of what the house has. */
export const lookDeps = (context: Context): LookDeps => {
  const { config, db, clock, sendMail, readers, words, log } = context;
  return {
    db,
    clock,
    sendMail,
    readers,
    attributes: async () => (await words.now()).lists,
    customerAccess: readers.customerAccess,
    publicUrl: config.publicUrl,
    log,
  };
};

/** Looks for new matches until the signal is aborted, one process at a time. */
export async function keepLooking(deps: LookDeps, under: Omit<UnderLease, 'name'>): Promise<void> {
  await everyUnderLease({ ...under, name: 'saved-searches' }, LOOK_EVERY_MS, (held) =>
    lookForMatches(deps, held),
  );
}

/**
 * Looks what came to match the saved searches, as each user would see the list now (rule: Saved searches): only at what
 * changed since the last look, unless what everything is shown with did. A search that fails holds up none of the others.
 */
export async function lookForMatches(deps: LookDeps, signal?: AbortSignal): Promise<void> {
  for (const search of await watchedSearches(deps.db)) {
    if (signal?.aborted) return;
    await lookOrLater(deps, search);
  }
}

/**
 * Looks what matches a search when it is saved or gets other filters, for none of that is new (rule: Saved searches). It
 * is saved by then: where the look fails, however that is, the next look is its first.
 */
export async function firstLook(deps: LookDeps, id: string): Promise<void> {
  try {
    const search = (await watchedSearches(deps.db, id))[0];
    if (search?.lookedTo === null) await look(deps, search);
  } catch (error) {
    deps.log.warn(`the first look for the saved search ${id} failed, and comes later: ${messageOf(error)}`);
  }
}

async function lookOrLater(deps: LookDeps, search: KeptSearch): Promise<void> {
  try {
    await look(deps, search);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const { id, username } = search;
    deps.log.warn(
      `the saved search ${id} of ${username} failed, and is tried again with the next look: ${messageOf(error)}`,
    );
  }
}

async function look(deps: LookDeps, before: KeptSearch): Promise<void> {
  const { db, readers, clock } = deps;
  const { customerId, username } = before;
  const { line, mails } = before.search;
  const user = await userStill(deps, username, customerId);
  if (!user) return;
  // The position first: what changes meanwhile is looked at once more.
  const lookedTo = await lineVersion(db, line);
  const view = await lineView(readers, callerOf(user, customerId, user.showPrices), line);
  const shownWith = lookOf(view, before);
  const now = clock();
  const { matches: known, mailedAt } = before;
  if (before.lookedTo === lookedTo && before.look === shownWith && !isMailDue({ ...known, mailedAt }, now))
    return;

  const since = before.look === shownWith ? before.lookedTo : null;
  const names = since === null ? await availableNames(db, line) : await changedSince(db, line, since);
  const matching = await matchingOf(deps, view, before, names);
  const looked: Looked = { at: since === null ? null : new Set(names), matching };
  const matches = before.lookedTo === null ? firstMatches(matching) : afterLook(known, looked, mails);
  const due = isMailAddress(user.email) && isMailDue({ ...matches, mailedAt }, now);
  const mail = due ? await mailAbout(deps, view, before, matches) : null;
  await db.transaction().execute(async (tx) => {
    const found = due
      ? { lookedTo, look: shownWith, matches: { ...matches, unmailed: [] }, mailedAt: now }
      : { lookedTo, look: shownWith, matches, mailedAt };
    if (!(await noteLook(tx, before, found)) || !mail) return;
    await deps.sendMail({ ...mail, to: user.email, key: `saved-search/${before.id}/${before.version}` }, tx);
  });
}

/** What everything is shown with, as far as the filters may tell: the cart changes no parcel's row. */
function lookOf({ look, mark, inCart }: LineView, { search: { filters } }: KeptSearch): string {
  if (filters['cart'] === undefined) return `${look} ${mark}`;
  const cart = versionWord(JSON.stringify([...inCart].sort()));
  return `${look} ${mark} ${cart}`;
}

/** Which of these parcels stand in the list and pass the filters. */
async function matchingOf(
  { readers, attributes }: LookDeps,
  view: LineView,
  { search }: KeptSearch,
  names: readonly string[],
): Promise<string[]> {
  const readings = availableReadings({
    line: search.line,
    showPrices: view.caller.showPrices,
    lgAllowed: view.access?.lgAllowed ?? false,
    attributes: await attributes(),
  });
  const matching: string[] = [];
  for (const some of inPortions(names, READ_AT_ONCE)) {
    const { available } = await stonesInLists(readers, view, some);
    const rows: ListedParcel[] = available;
    for (const row of rows)
      if (row.parcelName !== undefined && passesAll(row, search.filters, readings))
        matching.push(row.parcelName);
  }
  return matching;
}

async function mailAbout(
  { readers, publicUrl }: LookDeps,
  view: LineView,
  { search }: KeptSearch,
  { unmailed }: Matches,
): Promise<Pick<Mail, 'subject' | 'text'>> {
  const { available } = await stonesInLists(readers, view, unmailed.slice(0, READ_AT_ONCE));
  const rows: ListedParcel[] = available;
  const words = (row: ListedParcel): string => {
    const { weight, shapeName, clarity, modelDescription } = row;
    const carats = weight === undefined ? '' : `${formatCarats(weight)} ct`;
    return modelDescription ?? [carats, shapeName, colourInWords(row), clarity].filter(Boolean).join(' ');
  };
  const parcels = rows.map((row) => ({ parcelName: row.parcelName ?? '', words: words(row) }));
  return matchesMail(search, parcels, unmailed.length, publicUrl);
}
