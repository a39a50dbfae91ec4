import styles from './form.module.css';

type Fields = Readonly<Record<string, unknown>>;

/** A save was refused because somebody else had changed the record; `before` is the record as it was opened. */
export type Conflict = { message: string; before: Fields };

type ConflictNoticeProps = {
  conflict: Conflict | null;
  /** The record as it is now. */
  record: Fields;
  labels: Readonly<Record<string, string>>;
  /** What saving again does to what the other user changed, where that does not go without saying. */
  about?: string | undefined;
};

/** What the other user changed. The form keeps what was typed, which can be saved now. */
export function ConflictNotice({ conflict, record, labels, about }: ConflictNoticeProps) {
  if (!conflict) return null;
  const changed = Object.entries(labels).filter(
    ([field]) => JSON.stringify(record[field]) !== JSON.stringify(conflict.before[field]),
  );
  return (
    <div className={styles['conflict']} role="alert">
      <strong>{conflict.message}</strong>
      {changed.length > 0 && (
        <ul>
          {changed.map(([field, label]) => (
            <li key={field}>
              {label}: {shown(conflict.before[field])} → {shown(record[field])}
            </li>
          ))}
        </ul>
      )}
      <span>What you typed is still here. Check it, and save again.{about && ` ${about}`}</span>
    </div>
  );
}

function shown(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === undefined || value === null || value === '') return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : `“${String(value)}”`;
}
