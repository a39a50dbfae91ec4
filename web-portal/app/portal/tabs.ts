import type { Stone } from '#contracts/api/stones.ts';
import { lineSchema, type Line } from '#contracts/vocabulary/lines.ts';
import { z } from 'zod';
import { lineOf, parseListId, type ListId } from '../../features/stones/list-kinds.ts';
import { tabHeaderOf } from '../../features/stones/stone-facts.ts';

/** A closable tab of one stone, keyed by its parcel name (specification, section 2.2). */
export type StoneTab = { parcelName: string; line: Line; header: string };

/** The main tab last shown, the stones open beside it, and which of them is in front (null: the main tab). */
export type Tabs = { main: ListId; stones: readonly StoneTab[]; front: string | null };

/** The tab of a stone. */
export const tabOf = (stone: Stone): StoneTab => ({
  parcelName: stone.parcelName,
  line: lineOf(stone),
  header: tabHeaderOf(stone),
});

/** Opens a stone's tab and selects it; a stone that has one already gets no second. */
export function openStone(tabs: Tabs, tab: StoneTab): Tabs {
  const stones = tabs.stones.some(({ parcelName }) => parcelName === tab.parcelName)
    ? tabs.stones
    : [...tabs.stones, tab];
  return { ...tabs, stones, front: tab.parcelName };
}

/** Closes a tab; when it was in front, the previous stone tab comes to the front, or else the last main tab. */
export function closeStone(tabs: Tabs, parcelName: string): Tabs {
  const place = tabs.stones.findIndex((tab) => tab.parcelName === parcelName);
  if (place < 0) return tabs;
  const stones = tabs.stones.toSpliced(place, 1);
  return {
    ...tabs,
    stones,
    front: tabs.front === parcelName ? (stones[place - 1]?.parcelName ?? null) : tabs.front,
  };
}

/** Shows a main tab. */
export const showMain = (tabs: Tabs, main: ListId): Tabs => ({ ...tabs, main, front: null });

/** Brings an open stone to the front; nothing changes when it is not open. */
export const showStone = (tabs: Tabs, parcelName: string): Tabs =>
  tabs.stones.some((tab) => tab.parcelName === parcelName) ? { ...tabs, front: parcelName } : tabs;

const savedTabs = z.object({
  main: z.string(),
  stones: z.array(z.object({ parcelName: z.string(), line: lineSchema, header: z.string() })),
  front: z.string().nullable(),
});

/** The tabs as saved; null when none were, or they cannot be read. */
export function parseSavedTabs(saved: unknown): Tabs | null {
  const parsed = savedTabs.safeParse(saved);
  if (!parsed.success) return null;
  const main = parseListId(parsed.data.main);
  return main && { ...parsed.data, main: `${main.kind}/${main.line}` };
}

/**
 * What the shell's query string asks for (specification, section 2.1): `?parcel=&cert=` a stone's tab, `?page=` a main
 * tab, as `cart/natural` or just `cart`.
 */
export function tabsFromLink(tabs: Tabs, query: URLSearchParams): Tabs {
  const parcelName = query.get('parcel');
  if (parcelName)
    return openStone(tabs, { parcelName, line: 'natural', header: query.get('cert') || parcelName });
  const page = query.get('page');
  const main = parseListId(page) ?? parseListId(page && `${page}/natural`);
  return main ? showMain(tabs, `${main.kind}/${main.line}`) : tabs;
}
