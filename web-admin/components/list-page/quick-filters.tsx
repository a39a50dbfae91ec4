import { useListContext } from 'react-admin';
import { ToggleChip, ToggleChips } from '../toggle-chip/toggle-chip.tsx';

export type QuickFilter = readonly [label: string, filter: Readonly<Record<string, unknown>>];

/** Filters of a list, one press each; the text of the search stays. */
export function QuickFilters({ choices }: { choices: readonly QuickFilter[] }) {
  const { filterValues, setFilters } = useListContext();
  const { q, ...chosen } = filterValues;
  const now = JSON.stringify(chosen);
  const set = (filter: Readonly<Record<string, unknown>>): void =>
    setFilters({ ...(q !== undefined && { q: q as unknown }), ...filter }, []);
  const isOther = now !== '{}' && choices.every(([, filter]) => JSON.stringify(filter) !== now);
  return (
    <ToggleChips label="Show">
      <ToggleChip on={now === '{}'} onToggle={() => set({})}>
        All
      </ToggleChip>
      {choices.map(([label, filter]) => {
        const on = JSON.stringify(filter) === now;
        return (
          <ToggleChip key={label} on={on} onToggle={() => set(on ? {} : filter)}>
            {label}
          </ToggleChip>
        );
      })}
      {isOther && (
        <ToggleChip on onToggle={() => set({})}>
          Filtered
        </ToggleChip>
      )}
    </ToggleChips>
  );
}
