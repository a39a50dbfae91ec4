import type { HistoryResource } from '#contracts/api/history.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import type { Column } from '../components/record-table/column.tsx';
import { Moment } from '../components/moment.tsx';
import { parcelPath } from '../components/parcel-path.ts';
import { customerNameOf } from '../components/record-names.ts';
import { TypeChip } from './type-chip.tsx';
import { EntryFacts } from '../components/entry-facts.tsx';
import { NameLink, TextLink } from '../components/text-link.tsx';
import styles from './history.module.css';

/** A customer's user, and the system, are recognised by their names. */
const ROLES: Readonly<Record<string, string>> = { salesRep: 'rep', administrator: 'administrator' };

/** What a search shows of an entry: what, of what, when on both axes, who, why. */
export const HISTORY_COLUMNS: readonly Column<HistoryResource>[] = [
  { source: 'type', label: 'What', cell: (entry) => <What entry={entry} /> },
  {
    source: 'parcelNames',
    label: 'Parcel',
    cell: ({ parcelNames }) => parcelNames.length > 0 && <Parcels names={parcelNames} />,
  },
  {
    source: 'customerId',
    label: 'Customer',
    cell: (entry) =>
      entry.customerId !== null && (
        <TextLink to={`/customers/${entry.customerId}/show`}>{customerNameOf(entry)}</TextLink>
      ),
  },
  {
    source: 'effectiveAt',
    label: 'Happened',
    sortable: true,
    cell: ({ effectiveAt, recordedEffectiveAt }) => (
      <>
        <Moment at={effectiveAt} />
        {recordedEffectiveAt !== undefined && (
          <s className={styles['former']}>
            <Moment at={recordedEffectiveAt} />
          </s>
        )}
      </>
    ),
  },
  { source: 'recordedAt', label: 'Learnt', sortable: true, as: 'moment' },
  {
    source: 'actor',
    label: 'By',
    cell: ({ actor, role }) => (
      <span className={styles['by']}>
        {actor}
        {ROLES[role] !== undefined && <small>{ROLES[role]}</small>}
      </span>
    ),
  },
  { source: 'reason', label: 'Why and what', wraps: true, cell: (entry) => <WhyAndWhat entry={entry} /> },
];

function What({ entry: { type, undone } }: { entry: HistoryResource }) {
  return (
    <span className={styles['what']} data-undone={undone !== undefined}>
      <TypeChip type={type} />
      {undone && <span className="visually-hidden">, undone</span>}
    </span>
  );
}

/** The first by name; a click opens its two time axes. */
function Parcels({ names }: { names: readonly string[] }) {
  const [first] = names;
  if (first === undefined) return null;
  return (
    <>
      <NameLink to={parcelPath(first)}>{first}</NameLink>
      {names.length > 1 && (
        <small className={styles['more']} title={names.slice(1, 40).join(', ')}>
          and {names.length - 1} more
        </small>
      )}
    </>
  );
}

function WhyAndWhat({ entry: { reason, undone, dateChanges, facts, type } }: { entry: HistoryResource }) {
  return (
    <div className={styles['facts']}>
      {reason !== undefined && <q>{reason}</q>}
      {undone && (
        <span className={styles['correction']}>
          Undone by {undone.by}, <Moment at={undone.recordedAt} />
          {undone.reason !== undefined && `: ${undone.reason}`}
        </span>
      )}
      {dateChanges.map(({ eventId, by, recordedAt, reason: why }) => (
        <span key={eventId} className={styles['correction']}>
          Date changed by {by}, <Moment at={recordedAt} />
          {why !== undefined && `: ${why}`}
        </span>
      ))}
      <EntryFacts facts={facts} label={`What ${auditTypeName(type)} says`} />
    </div>
  );
}
