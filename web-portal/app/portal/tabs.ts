import type { Line } from '#contracts/vocabulary/lines.ts';
import { listId, listNamed, parseListId, type ListId } from '../../lists/list-kinds.ts';
import type { StoneToOpen } from '../../lib/open-tabs.ts';
import { isLine, isObject, isText } from '../../lib/plain-values.ts';

/**
 * A closable tab (product: Stone tabs): of a stone, keyed by its parcel name, or of an asset page, by its
 * path.
 */
export type ExtraTab =
  | {
      kind: 'stone';
      key: string;
      header: string;
      /** null: opened by a link, which does not name it, and not looked up yet. */
      line: Line | null;
    }
  | { kind: 'page'; key: string; header: string };

/** The main tab last shown, the closable tabs beside it, and which of them is in front (null: the main tab). */
export type Tabs = { main: ListId; extras: readonly ExtraTab[]; front: string | null };

/** The tab of a stone: headed by its short certificate number, or the number, or for jewellery the parcel name. */
export const tabOfStone = ({ parcelName, line, shortCertNo, certNo }: StoneToOpen): ExtraTab => ({
  kind: 'stone',
  key: parcelName,
  line,
  header: (line === 'jewellery' ? '' : shortCertNo || certNo) || parcelName,
});

/** The tab of an asset page, a frame. */
export const tabOfPage = ({ path, title }: { path: string; title: string }): ExtraTab => ({
  kind: 'page',
  key: path,
  header: title,
});

/** A tab that is open already: its line as another one knows it, and its number where it is headed by its name alone. */
function betterKnown(before: ExtraTab, other: ExtraTab): ExtraTab {
  if (before.kind !== 'stone' || other.kind !== 'stone') return before;
  const line = other.line ?? before.line;
  const header = before.header === before.key ? other.header : before.header;
  return line === before.line && header === before.header ? before : { ...before, line, header };
}

/** A tab that is open already, as its stone says that it is: its line, and what heads it whatever a link gave. */
function asLoaded(before: ExtraTab, known: ExtraTab): ExtraTab {
  if (before.kind !== 'stone' || known.kind !== 'stone') return before;
  return known.line === before.line && known.header === before.header ? before : known;
}

/** Opens a tab and selects it; a tab that is open already is selected, and headed by the number where it had none. */
export function openExtra(tabs: Tabs, tab: ExtraTab): Tabs {
  const isOpen = tabs.extras.some(({ key }) => key === tab.key);
  const extras = isOpen
    ? tabs.extras.map((before) => (before.key === tab.key ? betterKnown(before, tab) : before))
    : [...tabs.extras, tab];
  return { ...tabs, extras, front: tab.key };
}

/** Notes in a tab that is open what its stone, once loaded, says; the same tabs where they have it already. */
export function noteStone(tabs: Tabs, known: ExtraTab): Tabs {
  const extras = tabs.extras.map((tab) => (tab.key === known.key ? asLoaded(tab, known) : tab));
  return extras.every((tab, place) => tab === tabs.extras[place]) ? tabs : { ...tabs, extras };
}

/** Closes a tab; when it was selected, the previous extra tab is selected, or else the last main tab. */
export function closeExtra(tabs: Tabs, key: string): Tabs {
  const place = tabs.extras.findIndex((tab) => tab.key === key);
  if (place < 0) return tabs;
  const front = tabs.front === key ? (tabs.extras[place - 1]?.key ?? null) : tabs.front;
  return { ...tabs, extras: tabs.extras.toSpliced(place, 1), front };
}

/** Shows a main tab. */
export const showMain = (tabs: Tabs, main: ListId): Tabs => ({ ...tabs, main, front: null });

/** Selects an open tab; nothing changes when it is not open. */
export const showExtra = (tabs: Tabs, key: string): Tabs =>
  tabs.extras.some((tab) => tab.key === key) ? { ...tabs, front: key } : tabs;

function isExtraTab(tab: unknown): tab is ExtraTab {
  if (!isObject(tab) || !isText(tab['key']) || !isText(tab['header'])) return false;
  return tab['kind'] === 'page' || (tab['kind'] === 'stone' && (tab['line'] === null || isLine(tab['line'])));
}

/** The saved tabs; null when none were saved or they cannot be read. */
export function parseSavedTabs(saved: unknown): Tabs | null {
  if (!isObject(saved)) return null;
  const { extras, front } = saved;
  const main = parseListId(saved['main']);
  if (!main || !Array.isArray(extras) || !extras.every(isExtraTab)) return null;
  return front === null || isText(front) ? { main: listId(main.kind, main.line), extras, front } : null;
}

/**
 * What the shell's query string asks for (product: Shell links): `?parcel=&cert=` a stone's tab, `?page=` a
 * main tab.
 */
export function tabsFromLink(tabs: Tabs, query: URLSearchParams): Tabs {
  const parcelName = query.get('parcel');
  if (parcelName) {
    const header = query.get('cert') || parcelName;
    return openExtra(tabs, { kind: 'stone', key: parcelName, line: null, header });
  }
  const main = listNamed(query.get('page') ?? '');
  return main ? showMain(tabs, main) : tabs;
}
