import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  feedPreview,
  type FeedPreview as Preview,
  type WireFeedProblem,
} from '#contracts/api/vendor-feeds.ts';
import { FEED_ATTRIBUTES } from '#contracts/vendor/feed-attributes.ts';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { call } from '../../providers/http-client.ts';
import { attributeLabel, isFigure } from './attribute-labels.ts';
import { mappingOf, type Draft } from './mapping.ts';
import styles from './mapping.module.css';

type FeedPreviewProps = { vendorId: number; fileId: string; draft: Draft };

/** The file's first rows as the stones that they would become, with what is wrong by cell. Nothing is written. */
export function FeedPreview({ vendorId, fileId, draft }: FeedPreviewProps) {
  const body = { fileId, ...mappingOf(draft) };
  const { data, error } = useQuery({
    queryKey: ['feed preview', vendorId, body],
    queryFn: () => call(`/api/vendors/${vendorId}/feed-preview`, feedPreview, { body }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p role="status">Reading the first rows…</p>;
  const wrong = data.rows.filter(({ problems }) => problems.length > 0).length;
  return (
    <>
      {data.refusal !== null && <p role="alert">{data.refusal}</p>}
      <p role="status">
        {formatNumberOf(data.rows.length, ['row', 'rows'])} read,{' '}
        {wrong === 0 ? 'all without a fault' : `${wrong} with a fault`}.
      </p>
      {data.rows.length > 0 && <Stones rows={data.rows} />}
    </>
  );
}

function Stones({ rows }: { rows: Preview['rows'] }) {
  const shown = FEED_ATTRIBUTES.filter((attribute) =>
    rows.some(({ stone }) => stone[attribute] !== undefined),
  );
  return (
    <PlainTable
      label="First rows as stones"
      head={['Row', ...shown.map(attributeLabel), 'What is wrong']}
      figures={shown.filter(isFigure).map(attributeLabel)}
    >
      {rows.map(({ row, stone, problems }) => (
        <tr key={row} data-wrong={problems.length > 0}>
          <th scope="row">{row}</th>
          {shown.map((attribute) => (
            <td key={attribute} data-figure={isFigure(attribute) || undefined}>
              {stone[attribute]}
            </td>
          ))}
          <td>
            <Problems problems={problems} />
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** What is wrong with a row's cells, each by its column and value. */
export function Problems({ problems }: { problems: readonly WireFeedProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles['problems']}>
      {problems.map(({ column, value, message }) => (
        <li key={`${column} ${message}`}>
          {column !== '' && <strong>{column}</strong>} {value !== '' && <q>{value}</q>} {message}
        </li>
      ))}
    </ul>
  );
}
