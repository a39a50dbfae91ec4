import { auditNamesBeginning, type AuditNameKind, type AuditSearch } from '#projections/audit/index.ts';
import { normalUsername } from '#services/identity/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { TypedSearch } from './read-search.ts';

/** How many names can be searched together within the time that a page may take: 50 ms over a million entries. */
const MOST_NAMES = 200;

/**
 * Replaces the typed names of a search by the names that they mean. Throws Refusal 400 when a prefix means too many.
 */
export async function withNames(db: Db, { about, actor, ...search }: TypedSearch): Promise<AuditSearch> {
  const [names, actors] = await Promise.all([
    about === undefined ? undefined : meantBy(db, 'about', about.toLowerCase()),
    actor === undefined ? undefined : meantBy(db, 'actor', normalUsername(actor)),
  ]);
  return { ...search, about: names, actors };
}

/**
 * 'vtr-10*' means every name that begins so. 'vtr-10' means the name itself or, when there is none, the names that
 * begin so, unless they are too many; so nothing irrelevant is searched for while somebody is still typing.
 */
async function meantBy(db: Db, kind: AuditNameKind, typed: string): Promise<string[]> {
  const asksForAll = typed.endsWith('*');
  const beginning = asksForAll ? typed.slice(0, -1) : typed;
  const found = await auditNamesBeginning(db, kind, beginning, MOST_NAMES + 1);
  // The shortest comes first: the name itself, if there is one.
  if (!asksForAll && (found.length > MOST_NAMES || found[0] === beginning)) return [beginning];
  if (found.length <= MOST_NAMES) return found;
  throw new Refusal(400, `More than ${MOST_NAMES} names begin with “${beginning}”: type more of the name.`, {
    code: 'TOO_MANY_NAMES',
    field: 'filter',
  });
}
