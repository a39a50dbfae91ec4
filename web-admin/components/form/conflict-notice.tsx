import styles from './form.module.css';

type Fields = Readonly<Record<string, unknown>>;

/** A save was refused because somebody else had changed the record; `before` is the record as it was opened. */
export type Conflict<Opened extends object = Fields> = { message: string; before: Opened };

type ConflictNoticeProps<Opened extends object> = {
  conflict: Conflict<Opened> | null;
  /** The record as it is now. */
  now: Opened;
  /** Its fields as the page shows them; without it as they are. */
  fieldsOf?: (record: Opened) => Fields;
  /** The fields it names, as they are called; without them each by its own name. */
  labels?: Readonly<Record<string, string>>;
  /** What saving again does to what the other user changed, where that does not go without saying. */
  about?: string | undefined;
};

/** What the other user changed. The form keeps what was typed, which can be saved now. */
export function ConflictNotice<Opened extends object>(props: ConflictNoticeProps<Opened>) {
  const { conflict, fieldsOf = asItIs, about } = props;
  if (!conflict) return null;
  const before = fieldsOf(conflict.before);
  const now = fieldsOf(props.now);
  const { labels = ownNames({ ...before, ...now }) } = props;
  const changed = Object.entries(labels).filter(
    ([field]) => JSON.stringify(now[field]) !== JSON.stringify(before[field]),
  );
  return (
    <div className={styles['conflict']} role="alert">
      <strong>{conflict.message}</strong>
      {changed.length > 0 && (
        <ul>
          {changed.map(([field, label]) => (
            <li key={field}>
              {label}: {shown(before[field])} → {shown(now[field])}
            </li>
          ))}
        </ul>
      )}
      <span>What you typed is still here. Check it, and save again.{about && ` ${about}`}</span>
    </div>
  );
}

const asItIs = (record: object): Fields => ({ ...record });

const ownNames = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, name]));

function shown(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === undefined || value === null || value === '') return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : `“${String(value)}”`;
}
