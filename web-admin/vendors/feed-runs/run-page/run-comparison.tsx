import { useId, useState } from 'react';
import { feedRunComparison, type FeedRunComparison } from '#contracts/api/vendor-feeds.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Moment } from '../../../components/moment.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { useGet } from '../../../providers/use-get.ts';
import { CLASS_WORDS } from '../feed-run-words.ts';
import styles from './run-page.module.css';

/** What differs from the file of the vendor's run before, read when it is opened. */
export function RunComparison({ runId }: { runId: string }) {
  const [open, setOpen] = useState(false);
  const region = useId();
  return (
    <div className={styles['comparison']}>
      <Button aria-expanded={open} aria-controls={region} onClick={() => setOpen(!open)}>
        Compare with the run before
      </Button>
      <section id={region} aria-label="Comparison with the run before" hidden={!open}>
        {open && <Compared runId={runId} />}
      </section>
    </div>
  );
}

function Compared({ runId }: { runId: string }) {
  const path = `/api/feed-runs/${encodeURIComponent(runId)}/comparison`;
  const comparison = useGet(path, feedRunComparison);
  return (
    <Loaded query={comparison} noun="comparison" height={120}>
      {(found) => <Differences comparison={found} />}
    </Loaded>
  );
}

type Side = FeedRunComparison['rows'][number]['before'];

function Differences({
  comparison: { before, added, left, repriced, rows },
}: {
  comparison: FeedRunComparison;
}) {
  if (!before) return <p role="status">This vendor has no earlier run.</p>;
  if (before.rowsRemovedAt !== null)
    return (
      <p role="status">
        The rows of <TextLink to={`/feed-runs/${before.id}/show`}>{before.fileName}</TextLink>, the run
        before, were removed 90 days after it ended.
      </p>
    );
  const all = added + left + repriced;
  return (
    <>
      <p role="status">
        Against <TextLink to={`/feed-runs/${before.id}/show`}>{before.fileName}</TextLink> of{' '}
        <Moment at={before.requestedAt} />:{' '}
        {all === 0
          ? 'the same stones at the same cost.'
          : `${formatNumberOf(added, ['stone', 'stones'])} more, ${formatCount(left)} fewer, ${formatCount(repriced)} at another cost.`}
      </p>
      {rows.length > 0 && (
        <PlainTable label="Differences from the run before" head={['Stone', 'Before', 'Now']} figures>
          {rows.map(({ id, stone, before: was, after: is }) => (
            <tr key={id}>
              <th scope="row">
                {id}
                <small>{stone}</small>
              </th>
              <td>
                <Cost side={was} />
              </td>
              <td>
                <Cost side={is} />
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {rows.length < all && <p>These are the first {formatCount(rows.length)}.</p>}
    </>
  );
}

function Cost({ side }: { side: Side }) {
  if (side === null) return 'not in the file';
  return (
    <>
      {side.cost === null ? 'no cost' : formatPrice(side.cost)}
      <small>{CLASS_WORDS[side.class][0]}</small>
    </>
  );
}
