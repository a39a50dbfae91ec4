import { useState } from 'react';
import { useGetOne, useParams } from 'react-admin';
import type { FeedRunResource, StockClass } from '#contracts/api/vendor-feeds.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { refreshedEvery, failuresInPlace } from '../../../components/list-page/failures-in-place.ts';
import { LoadedPage } from '../../../components/loaded.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Page } from '../../../components/page.tsx';
import { JobProgress } from '../../../components/progress-bar.tsx';
import { vendorNameOf } from '../../../components/record-names.ts';
import { TextLink } from '../../../components/text-link.tsx';
import { RepricingUnderWay } from '../../glance/repricing-under-way.tsx';
import { isUnderWay, KINDS, confirmedHoldsText, stateName, toneOf } from '../feed-run-words.ts';
import { ClassCounts } from './class-counts.tsx';
import { RunActions } from './run-actions.tsx';
import { RunComparison } from './run-comparison.tsx';
import { RunRows } from './run-rows.tsx';
import styles from './run-page.module.css';

const SECONDS = 1;

/** One reading of one file: how far it is, what it comes to, row by row, and what can be done with it. */
export function FeedRunPage() {
  const { id = '' } = useParams();
  const [underWay, setUnderWay] = useState(true);
  const query = useGetOne<FeedRunResource>(
    'feed-runs',
    { id },
    underWay ? refreshedEvery(SECONDS) : failuresInPlace,
  );
  const now = query.data ? isUnderWay(query.data.state) : true;
  if (now !== underWay) setUnderWay(now);
  return (
    <LoadedPage query={query} title="Feed run" noun="feed run" above={null}>
      {(run) => <Run run={run} />}
    </LoadedPage>
  );
}

function Run({ run }: { run: FeedRunResource }) {
  const { id, vendorId, fileName, state, kind, counts, failure, requestedAt, requestedBy, rowsRemovedAt } =
    run;
  const hasRows = counts !== null && rowsRemovedAt === null;
  const [shown, setShown] = useState<StockClass | null>(null);
  return (
    <Page
      title={fileName}
      above={<TextLink to={`/vendors/${vendorId}/stock`}>{vendorNameOf(run)}</TextLink>}
      summary={
        <>
          <Chip tone={toneOf(state)}>{stateName(state)}</Chip> · {KINDS[kind]} · <Moment at={requestedAt} />{' '}
          by {requestedBy}
        </>
      }
      actions={<RunActions key={id} run={run} />}
    >
      <div className={styles['run']}>
        {isUnderWay(state) && <Progress run={run} />}
        {failure !== null && <p role="alert">{failure}</p>}
        <Decisions run={run} />
        <RepricingUnderWay vendorId={vendorId} />
        {run.holds.length > 0 && <Holds run={run} />}
        {rowsRemovedAt !== null && (
          <p role="status">
            The rows of this run were removed 90 days after it ended. Its counts are kept, its file only while
            another run of it has its rows.
          </p>
        )}
        {hasRows && <RunComparison runId={id} />}
        {counts && <ClassCounts counts={counts} shown={shown} onShow={hasRows ? setShown : undefined} />}
        {hasRows && <RunRows key={`${id} ${shown ?? ''} ${state}`} run={run} shown={shown} />}
      </div>
    </Page>
  );
}

function Progress({ run }: { run: FeedRunResource }) {
  return (
    <p role="status">
      {stateName(run.state)} <JobProgress label="Progress of the run" job={run} />
    </p>
  );
}

const DECIDED: Partial<Record<FeedRunResource['state'], string>> = {
  TAKING_BACK: 'Being taken back',
  TAKEN_BACK: 'Taken back',
  DISCARDED: 'Discarded',
};

/** Who applied the run and past which guards, and who took it back or discarded it (rule: Held feeds). */
function Decisions({ run }: { run: FeedRunResource }) {
  const { state, appliedBy, appliedAt, decidedBy, decidedAt } = run;
  const since = DECIDED[state];
  return (
    <>
      {appliedBy !== null && appliedAt !== null && (
        <p>
          {state === 'APPLYING' ? 'Being applied' : 'Applied'} by {appliedBy} on <Moment at={appliedAt} />
          {confirmedHoldsText(run)}.
        </p>
      )}
      {since !== undefined && decidedBy !== null && decidedAt !== null && (
        <p>
          {since} by {decidedBy} on <Moment at={decidedAt} />.
        </p>
      )}
    </>
  );
}

/** Why the run waits for a person, or what else the guards found in it, with the numbers (rule: Held feeds; rule: Full feeds). */
function Holds({ run: { holds, state } }: { run: FeedRunResource }) {
  const isHeld = state === 'HELD';
  return (
    <section className={styles['holds']} aria-label={isHeld ? 'Why it is held' : 'What the guards found'}>
      <strong>{isHeld ? 'Held for a person' : 'Found by the guards'}</strong>
      <ul>
        {holds.map(({ reason, message, count, of, limit }) => (
          <li key={reason}>
            {message}{' '}
            <small>
              {formatCount(count)} of {formatCount(of)}; at most {limit} %
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
