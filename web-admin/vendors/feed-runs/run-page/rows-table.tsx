import type { FeedRunRow } from '#contracts/api/vendor-feeds.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Chip, TierChip } from '#web-shared/components/chip/chip.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { Problems } from '../../mapping/feed-preview.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { parcelPath } from '../../../components/parcel-path.ts';
import { CLASS_WORDS, OUTCOME_WORDS } from '../feed-run-words.ts';
import styles from './run-page.module.css';

type RowsTableProps = {
  rows: readonly FeedRunRow[];
  chosen: ReadonlyMap<string, FeedRunRow>;
  onChoose: (rows: readonly FeedRunRow[], yes: boolean) => void;
};

const HEAD = ['Stone', 'Row', 'Comes to', 'Cost', 'List price', 'What changes', 'Judgement'];

/** Rows with what each comes to: old → new, and what is wrong by column. */
export function RowsTable({ rows, chosen, onChoose }: RowsTableProps) {
  const judged = rows.filter(canBeJudged);
  return (
    <>
      <label className={styles['choose']}>
        <input
          type="checkbox"
          checked={judged.length > 0 && judged.every(({ id }) => chosen.has(id))}
          disabled={judged.length === 0}
          onChange={({ target }) => onChoose(judged, target.checked)}
        />
        Every row of this page
      </label>
      <PlainTable label="Rows of the feed" head={HEAD}>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <label className={styles['choose']}>
                <input
                  type="checkbox"
                  checked={chosen.has(row.id)}
                  disabled={!canBeJudged(row)}
                  aria-label={`Choose ${nameOf(row)}`}
                  onChange={({ target }) => onChoose([row], target.checked)}
                />
                <span>
                  {row.parcelName !== null && row.cost.before !== null ? (
                    <TextLink to={parcelPath(row.parcelName)}>{row.parcelName}</TextLink>
                  ) : (
                    nameOf(row)
                  )}
                  <small>{row.stone}</small>
                </span>
              </label>
            </th>
            <td>{row.row}</td>
            <td>
              {CLASS_WORDS[row.class][0]}
              {row.outcome && <small>{OUTCOME_WORDS[row.outcome]}</small>}
            </td>
            <td>
              <Before {...row.cost} />
            </td>
            <td>
              <Before {...row.total} />
            </td>
            <td className={styles['changes']}>
              <Changes row={row} />
            </td>
            <td>
              <Judgement row={row} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </>
  );
}

/** What names no stock number cannot be judged. */
export const canBeJudged = ({ vendorStockId }: FeedRunRow): boolean => vendorStockId !== null;
const nameOf = ({ parcelName, vendorStockId, row }: FeedRunRow): string =>
  parcelName ?? vendorStockId ?? `Row ${row ?? ''}`;

/** '$9,000.00 → $9,500.00'; one amount where nothing changes. */
function Before({ before, after }: { before: number | null; after: number | null }) {
  if (before === null && after === null) return null;
  if (before === after || before === null || after === null) return formatPrice(after ?? before ?? 0);
  return (
    <>
      {formatPrice(before)} → <strong>{formatPrice(after)}</strong>
    </>
  );
}

function Changes({ row: { changes, problems } }: { row: FeedRunRow }) {
  return (
    <>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ attribute, before, after }) => (
            <li key={attribute}>
              {attribute}: {before || 'none'} → {after || 'none'}
            </li>
          ))}
        </ul>
      )}
      <Problems problems={problems} />
    </>
  );
}

function Judgement({ row: { judgement, overrideTier, comments } }: { row: FeedRunRow }) {
  return (
    <>
      {judgement && (
        <Chip tone={judgement === 'ACCEPTED' ? 'good' : 'alert'}>
          {judgement === 'ACCEPTED' ? 'Accepted' : 'Rejected'}
        </Chip>
      )}{' '}
      {overrideTier && <TierChip tier={overrideTier} />}
      {comments !== '' && <small>{comments}</small>}
    </>
  );
}
