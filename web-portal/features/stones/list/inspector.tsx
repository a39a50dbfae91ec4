import { useQuery } from '@tanstack/react-query';
import { certificateOffered } from '#contracts/vocabulary/certificates.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { TierChip } from '#web-shared/components/chip/chip.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { useStill } from '../../../lib/use-still.ts';
import type { ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { Picture } from '../../../lists/media/picture.tsx';
import { StoneDrawing } from '../../../lists/media/stone-drawing.tsx';
import { headingOf, priceOf } from '../../../lists/stone-facts.ts';
import { detailsQuery, type ParcelDetails } from '../api/get-details.ts';
import { RowStatus } from '../columns/desire-columns.tsx';
import type { ListColumn } from '../columns/list-column.ts';
import { History } from '../details/history.tsx';
import { StoneActions } from '../details/stone-actions.tsx';
import { factsOfRow, moneyFactsOf } from './row-facts.ts';
import styles from './inspector.module.css';

type InspectorProps = {
  line: Line;
  kind: ListKind;
  /** The row that the keys have come to. */
  row: ListRow;
  columns: readonly ListColumn[];
  /** Opens the stone's tab. */
  onOpen: () => void;
  /** Opens a row's modal: 'certificate', 'match'. */
  onAction: (action: string) => void;
  /** A question about the stone opens or closes. */
  onAsking: (asking: boolean) => void;
};

/** Keys may run down a list: films, history and actions are asked for where they stop. */
const STOPPED_MS = 250;
/** What the heading and the line beneath it say. */
const IN_HEAD: readonly string[] = ['lab', 'certNo', 'weight', 'shape', 'colour', 'clarity', 'tier'];

/** A stone or piece beside its list, as far as the list's columns may show it (product: Stone beside the list). */
export default function Inspector({ line, kind, row, columns, onOpen, onAction, onAsking }: InspectorProps) {
  const stopped = useStill(row.parcelName, STOPPED_MS) === row.parcelName && !row.virtual;
  const details = useQuery({ ...detailsQuery(line, row.parcelName), enabled: stopped });
  const may = (id: string): boolean => columns.some((column) => column.id === id);
  const money = moneyFactsOf(row, columns);
  const price = priceOf(row);
  return (
    <article className={styles['inspector']} aria-label="Beside the list">
      {stopped ? (
        <Picture key={row.parcelName} stone={row} />
      ) : (
        <div className={styles['passing']}>
          <StoneDrawing stone={row} proportions={row} detailed />
        </div>
      )}
      <header>
        <h2>{headingOf(row)}</h2>
        <p className={styles['about']}>
          {!row.virtual && [row.parcelName, row.lab, row.certNo].filter(Boolean).join(' · ')}
          {row.tier && (
            <>
              {' '}
              · <TierChip tier={row.tier} />
            </>
          )}{' '}
          <RowStatus row={row} kind={kind} />
        </p>
      </header>
      {may('total') && price !== undefined && (
        <p className={styles['price']}>
          <strong>{price}</strong>
          {money.map(({ id, name, text }) => (
            <span key={id}>
              {name} {text}
            </span>
          ))}
        </p>
      )}
      <dl className={styles['facts']}>
        {factsOfRow(row, columns, IN_HEAD).map(({ id, name, text }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {!row.virtual && (
        <>
          <div className={styles['buttons']}>
            {certificateOffered(row) && (
              <Button onClick={() => onAction('certificate')}>
                <Icon name="certificate" /> Certificate
              </Button>
            )}
            {(line === 'natural' || line === 'labGrown') && (
              <Button onClick={() => onAction('match')}>
                <Icon name="stone" /> Match
              </Button>
            )}
            <Button onClick={onOpen}>
              <Icon name="external" /> Open
            </Button>
          </div>
          <Acting
            line={line}
            details={stopped ? details.data : undefined}
            failed={details.isError}
            onRetry={details.refetch}
            onAsking={onAsking}
          />
        </>
      )}
    </article>
  );
}

function Acting({
  line,
  details,
  failed,
  onRetry,
  onAsking,
}: {
  line: Line;
  details: ParcelDetails | undefined;
  failed: boolean;
  onRetry: () => unknown;
  onAsking: (asking: boolean) => void;
}) {
  if (!details)
    return failed ? (
      <p className={styles['about']} role="alert">
        Its history could not be loaded.{' '}
        <Button look="plain" onClick={() => void onRetry()}>
          Try again
        </Button>
      </p>
    ) : (
      <Skeleton height={180} />
    );
  return (
    <>
      <StoneActions line={line} stone={details} onAsking={onAsking} />
      <History line={line} parcel={details} />
    </>
  );
}
