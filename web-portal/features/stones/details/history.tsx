import { lazy, Suspense, useId, useState } from 'react';
import type { HistoryEntry } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { HISTORY_NAMES } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import type { CorrectionKind } from '#web-shared/corrections/correction-dialog.tsx';
import { formatMoment, houseZoneName } from '#web-shared/formats/moments.ts';
import { useNoServer } from '../../../lib/connection.ts';
import { useSession } from '../../../lib/session.ts';
import type { ParcelDetails } from '../api/get-details.ts';
import styles from './history.module.css';

const CorrectEntry = lazy(() => import('./correct-entry.tsx'));

type Correcting = { kind: CorrectionKind; correctable: NonNullable<ParcelDetails['correctable']> };

/**
 * The stone's history, newest first, as recorded and as corrected. Undone entries are struck out, a changed
 * date stands beside the one first recorded. The last entry can be corrected by an administrator (product:
 * Undo and back-date).
 */
export function History({ line, parcel }: { line: Line; parcel: ParcelDetails }) {
  const heading = useId();
  const { administrator } = useSession();
  const closed = useNoServer();
  const { correctable, history } = parcel;
  // As it was when it was pressed: what happens meanwhile closes no dialog; the server then refuses, and says why.
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  return (
    <section className={styles['history']} aria-labelledby={heading}>
      <h2 id={heading}>History</h2>
      {history.length > 0 && <p className={styles['none']}>Times: {houseZoneName()}</p>}
      {history.length === 0 && (
        <p className={styles['none']}>
          Nothing has happened with this {LINE_FACTS[line].noun.toLowerCase()} yet.
        </p>
      )}
      <ol>
        {history.toReversed().map((entry) => (
          <li
            key={entry.eventId}
            className={styles['entry']}
            data-undone={entry.undone !== undefined}
            data-type={entry.type}
          >
            <Entry entry={entry} />
            {administrator && correctable?.eventId === entry.eventId && (
              <div className={styles['corrections']}>
                <Button
                  look="plain"
                  disabled={closed !== null}
                  title={closed ?? undefined}
                  onClick={() => setCorrecting({ kind: 'change date', correctable })}
                >
                  <Icon name="clock" /> Change date
                </Button>
                <Button
                  look="plain"
                  disabled={closed !== null}
                  title={closed ?? undefined}
                  onClick={() => setCorrecting({ kind: 'undo', correctable })}
                >
                  <Icon name="undo" /> Undo
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {correcting && (
        <Suspense fallback={null}>
          <CorrectEntry
            line={line}
            parcelName={parcel.parcelName}
            {...correcting}
            onClose={() => setCorrecting(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { undone, recordedDate } = entry;
  const name = HISTORY_NAMES[entry.type];
  return (
    <div className={styles['what']}>
      <p className={styles['line']}>
        {undone ? <del>{name}</del> : <strong>{name}</strong>}
        {undone && <span className={styles['flag']}>Undone</span>}
        {entry.customerName && <span className={styles['who']}>{entry.customerName}</span>}
        <span className={styles['dates']}>
          {recordedDate !== undefined && recordedDate !== entry.date && (
            <>
              <del>{formatMoment(recordedDate)}</del>{' '}
            </>
          )}
          {undone ? (
            <del>
              <time dateTime={entry.date}>{formatMoment(entry.date)}</time>
            </del>
          ) : (
            <time dateTime={entry.date}>{formatMoment(entry.date)}</time>
          )}
        </span>
      </p>
      {entry.remarks && <p className={styles['remark']}>“{entry.remarks}”</p>}
      {(entry.actor ?? entry.recordedAt) && (
        <p className={styles['audit']}>
          {[
            entry.actor && `by ${entry.actor}`,
            entry.recordedAt && `recorded ${formatMoment(entry.recordedAt)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {undone && (
        <p className={styles['audit']}>
          undone {formatMoment(undone.at)} by {undone.by}
          {undone.reason ? `: “${undone.reason}”` : ''}
        </p>
      )}
    </div>
  );
}
