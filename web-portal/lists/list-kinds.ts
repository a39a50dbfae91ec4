import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { isNamed } from '../lib/plain-values.ts';

/** The four lists of a line; the names are the paths' (product: Line calls). */
export const LIST_KINDS = ['customer', 'available', 'cart', 'past'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The groups of the sidebar (product: Sidebar). */
export const GROUP_TITLES: Readonly<Record<ListKind, string>> = {
  customer: 'My Inventory',
  available: 'Available',
  cart: 'Cart',
  past: 'Account History',
};

/** How a status reads in a list: in Past, what became of the stone there (rule: My and past). */
export const statusWhere = (kind: ListKind): 'requestable' | 'past' =>
  kind === 'past' ? 'past' : 'requestable';

/** A main tab: `available/natural`. Filters are saved by this id. */
export type ListId = `${ListKind}/${Line}`;
export const listId = (kind: ListKind, line: Line): ListId => `${kind}/${line}`;

/** The kind and line of a tab id; null when it is not one. */
export function parseListId(id: unknown): { kind: ListKind; line: Line } | null {
  if (typeof id !== 'string') return null;
  const [kind, line] = id.split('/');
  const known = LIST_KINDS.find((name) => name === kind);
  const among = LINES.find((name) => name === line);
  return known && among ? { kind: known, line: among } : null;
}

/**
 * The list that a link names (product: Shell links): by its tab id or in the sidebar's words, without regard to case;
 * a group alone is its first sub-tab. null when it names none.
 */
export function listNamed(page: string): ListId | null {
  const [group = '', subTab = LINE_FACTS.natural.title] = page.split('/');
  const kind = LIST_KINDS.find((each) => isNamed(group, each, GROUP_TITLES[each]));
  const line = LINES.find((each) => isNamed(subTab, each, LINE_FACTS[each].title));
  return kind && line ? listId(kind, line) : null;
}
