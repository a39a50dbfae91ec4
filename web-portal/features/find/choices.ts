import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import type { Filters } from '../../components/data-table/filters.ts';
import { LIST_KINDS, type ListKind } from '../../lists/list-kinds.ts';
import { headingOf } from '../../lists/stone-facts.ts';
import { entryDetail, listTitle } from '../../lists/lookup/entry-words.ts';
import type { Entry, ListRows } from '../../lists/lookup/entry.ts';
import { filtersOf, isEmptyQuery, matches, search, type Query } from './query.ts';

/** A command of the shell, which the palette offers besides finds. */
export type Command = { label: string; keys?: string; run: () => void };

/** What can be chosen. */
export type Choice = {
  key: string;
  label: string;
  detail?: string;
  figure?: string;
  does:
    | { kind: 'open'; entry: Entry }
    | { kind: 'list'; list: { kind: ListKind; line: Line }; filters: Filters | null }
    | { kind: 'run'; run: () => void };
};
export type ChoiceGroup = { title: string; choices: readonly Choice[] };

const MOST_SHOWN = 8;

/**
 * What the palette offers for what is typed: parcels, each once, lists that have more of them, lists by name, commands.
 */
export function choicesFor(
  text: string,
  query: Query,
  { entries, lists }: { entries: readonly Entry[]; lists: readonly ListRows[] },
  commands: readonly Command[],
): ChoiceGroup[] {
  const asked = text.trim().toLowerCase();
  const named = (label: string): boolean => label.toLowerCase().includes(asked);
  const there = (kind: ListKind, line: Line): boolean =>
    lists.some((list) => list.kind === kind && list.line === line && list.rows.length > 0);
  const found = isEmptyQuery(query) ? [] : search(query, entries);
  const groups: ChoiceGroup[] = [
    { title: foundTitle(found.length), choices: found.slice(0, MOST_SHOWN).map(parcelChoice) },
    { title: 'Show them in their list', choices: listChoices(query, found, lists) },
    {
      title: 'Go to',
      choices: LIST_KINDS.flatMap((kind) =>
        LINES.filter((line) => named(listTitle(kind, line)) && there(kind, line)).map((line) => ({
          key: `go ${kind}/${line}`,
          label: listTitle(kind, line),
          does: { kind: 'list', list: { kind, line }, filters: null } as const,
        })),
      ),
    },
    {
      title: 'Do',
      choices: commands
        .filter(({ label }) => named(label))
        .map(({ label, keys, run }) => ({
          key: `do ${label}`,
          label,
          ...(keys !== undefined && { figure: keys }),
          does: { kind: 'run', run } as const,
        })),
    },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

const foundTitle = (count: number): string =>
  count > MOST_SHOWN
    ? `The first ${MOST_SHOWN} of ${formatCount(count)} found`
    : `${formatCount(count)} found`;

const parcelChoice = (entry: Entry): Choice => ({
  key: entry.row.parcelName,
  label: headingOf(entry.row),
  detail: entryDetail(entry),
  ...(entry.row.total !== undefined && { figure: formatPrice(entry.row.total) }),
  does: { kind: 'open', entry },
});

/** The lists of stones that have some of what was found, filtered by it. Pieces have other filters. */
function listChoices(query: Query, found: readonly Entry[], lists: readonly ListRows[]): Choice[] {
  const filters = filtersOf(
    query,
    found.map(({ row }) => row),
  );
  if (filters === null || found.length < 2) return [];
  return LIST_KINDS.flatMap((kind) =>
    lists.flatMap(({ line, ...list }): Choice[] => {
      if (list.kind !== kind || line === 'jewellery') return [];
      const count = list.rows.filter((row) => matches(query, row)).length;
      if (count === 0) return [];
      return [
        {
          key: `list ${kind}/${line}`,
          label: listTitle(kind, line),
          figure: `${formatCount(count)} found`,
          does: { kind: 'list', list: { kind, line }, filters },
        },
      ];
    }),
  );
}
