import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { AUDIT_GROUPS } from '#contracts/vocabulary/history-types.ts';
import { HouseDayInput } from '#web-shared/components/field/date-fields.tsx';
import { useTypedDay } from '#web-shared/components/field/use-typed-day.ts';
import { Icon, type IconName } from '#web-shared/components/icon/icon.tsx';
import { CustomerPicker } from '../components/customer-picker.tsx';
import { ToggleChip } from '../components/toggle-chip/toggle-chip.tsx';
import { narrowed, toggledGroup, toggledType, type HistoryFilter } from './search-filter.ts';
import styles from './history.module.css';

/** Parcel, customer, actor, both dates, and the types as chips: first their groups, then what is in the chosen ones. */
export function HistoryFilters() {
  const { filter, change, clear, clears } = useFilter();
  const chosen = [filter.type ?? []].flat();
  const open = AUDIT_GROUPS.filter(({ types }) => Object.keys(types).some((type) => chosen.includes(type)));
  return (
    <search className={styles['filters']} aria-label="History">
      <div className={styles['row']}>
        <TextFilter
          key={`parcel ${clears}`}
          label="Parcel, document or number"
          icon="search"
          wide
          value={filter.q ?? ''}
          onChange={(q) => change({ q })}
        />
        <CustomerPicker
          className={styles['customer']}
          empty="Customer"
          customerId={filter.customerId ?? null}
          onChoose={(customerId) => change({ customerId: customerId ?? undefined })}
        />
        <TextFilter
          key={`actor ${clears}`}
          label="By whom"
          icon="person"
          value={filter.actor ?? ''}
          onChange={(actor) => change({ actor })}
        />
        <Days
          title="Happened"
          from={filter.effectiveFrom}
          to={filter.effectiveTo}
          onFrom={(effectiveFrom) => change({ effectiveFrom })}
          onTo={(effectiveTo) => change({ effectiveTo })}
        />
        <Days
          title="Learnt"
          from={filter.recordedFrom}
          to={filter.recordedTo}
          onFrom={(recordedFrom) => change({ recordedFrom })}
          onTo={(recordedTo) => change({ recordedTo })}
        />
      </div>
      <div className={styles['row']} role="group" aria-label="Kinds of entries">
        {AUDIT_GROUPS.map(({ title, types }) => {
          const names = Object.keys(types);
          const count = names.filter((type) => chosen.includes(type)).length;
          return (
            <ToggleChip
              key={title}
              on={count > 0}
              onToggle={() => change({ type: toggledGroup(chosen, names) })}
              count={count > 0 && count < names.length ? count : undefined}
            >
              {title}
            </ToggleChip>
          );
        })}
        <ToggleChip
          on={filter.undone === true}
          onToggle={() => change({ undone: filter.undone ? undefined : true })}
        >
          Undone since
        </ToggleChip>
        <button
          type="button"
          className={styles['plain']}
          disabled={Object.keys(filter).length === 0}
          onClick={clear}
        >
          Clear Filters
        </button>
      </div>
      {open.length > 0 && (
        <div className={styles['row']} role="group" aria-label="Types">
          {open.flatMap(({ types }) =>
            Object.entries(types).map(([type, words]) => (
              <ToggleChip
                key={type}
                small
                on={chosen.includes(type)}
                onToggle={() => change({ type: toggledType(chosen, type) })}
              >
                {words}
              </ToggleChip>
            )),
          )}
        </div>
      )}
    </search>
  );
}

/**
 * The search's filter, and how to change a part of it: also when the change before is still on its way. `clears`: how
 * often it was cleared; a text box of another number of clears is another one, and what was typed into it is dropped.
 */
function useFilter() {
  const { filterValues, setFilters } = useListContext();
  const filter: HistoryFilter = filterValues;
  const newest = useRef(filter);
  const [clears, setClears] = useState(0);
  useEffect(() => {
    newest.current = filter;
  }, [filter]);
  const set = (next: HistoryFilter): void => {
    newest.current = next;
    setFilters(next, []);
  };
  return {
    filter,
    change: (changes: Parameters<typeof narrowed>[1]): void => set(narrowed(newest.current, changes)),
    clear: (): void => {
      setClears((before) => before + 1);
      set({});
    },
    clears,
  };
}

type TextFilterProps = {
  label: string;
  icon: IconName;
  value: string;
  onChange: (value: string) => void;
  wide?: boolean;
};

/** How long after the last key the list is filtered, in milliseconds. */
const SETTLED_MS = 200;

/** A whole name or number; the list follows as one types. Cleared elsewhere, the box follows. */
function TextFilter({ label, icon, value, onChange, wide = false }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (value !== applied) {
    setApplied(value);
    if (value !== text.trim()) setText(value);
  }
  return (
    <label className={styles['text']} data-active={value !== ''} data-wide={wide}>
      <span className="visually-hidden">{label}</span>
      <Icon name={icon} size={14} />
      <input
        type="search"
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => onChange(target.value.trim()), SETTLED_MS);
        }}
      />
    </label>
  );
}

type DaysProps = {
  title: string;
  from: string | undefined;
  to: string | undefined;
  onFrom: (day: string | undefined) => void;
  onTo: (day: string | undefined) => void;
};

/** A range of days of one axis; an end left out is open. */
function Days({ title, from, to, onFrom, onTo }: DaysProps) {
  const first = useTypedDay(from ?? '', (day) => onFrom(day || undefined));
  const last = useTypedDay(to ?? '', (day) => onTo(day || undefined));
  return (
    <fieldset className={styles['days']} data-active={from !== undefined || to !== undefined}>
      <legend className="visually-hidden">{title}</legend>
      <span aria-hidden="true">{title}</span>
      <HouseDayInput aria-label={`${title} from`} max={to} {...first} />
      <span aria-hidden="true">–</span>
      <HouseDayInput aria-label={`${title} to`} min={from} {...last} />
    </fieldset>
  );
}
