/** What the search is narrowed by, as the address keeps it (GET /api/history). */
export type HistoryFilter = {
  q?: string;
  customerId?: number;
  actor?: string;
  type?: string[];
  undone?: true;
  effectiveFrom?: string;
  effectiveTo?: string;
  recordedFrom?: string;
  recordedTo?: string;
};

/** The filter with some fields replaced; what is empty is left out, so that the address stays short. */
export function narrowed(
  filter: HistoryFilter,
  changes: { [Field in keyof HistoryFilter]?: unknown },
): HistoryFilter {
  const entries = Object.entries({ ...filter, ...changes }).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries);
}

/** A group's types in or out: all of them are chosen unless some are. */
export function toggledGroup(chosen: readonly string[], types: readonly string[]): string[] {
  const others = chosen.filter((type) => !types.includes(type));
  return others.length < chosen.length ? others : [...chosen, ...types];
}

/** One type in or out. */
export function toggledType(chosen: readonly string[], type: string): string[] {
  return chosen.includes(type) ? chosen.filter((other) => other !== type) : [...chosen, type];
}
