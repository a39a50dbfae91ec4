import { useState } from 'react';
import { feedRunResource, stopsTheRun, type FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { ConfirmedButton } from '../../../components/confirmed-button.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { call } from '../../../providers/http-client.ts';

/** What can be done with a run: its workbook; apply or discard it, or take it back once it is applied. */
export function RunActions({
  run: { id, state, holds, counts, effect, rowsRemovedAt },
}: {
  run: FeedRunResource;
}) {
  const path = `/api/feed-runs/${encodeURIComponent(id)}`;
  const step = (name: 'apply' | 'discard' | 'take-back', body: object = {}) =>
    call(`${path}/${name}`, feedRunResource, { body });
  // What only prevents withdrawals is confirmed by itself: the rest of the feed needs no such yes.
  const prevented = holds.filter((hold) => !stopsTheRun(hold));
  const [withdraws, setWithdraws] = useState(false);
  const confirmed = holds.filter((hold) => stopsTheRun(hold) || withdraws);
  const waits = state === 'CLASSIFIED' || state === 'HELD';
  return (
    <>
      {counts && rowsRemovedAt === null && (
        <DownloadButton path={`${path}/workbook`} working="Making the workbook…">
          Workbook
        </DownloadButton>
      )}
      {waits && (
        <ConfirmedButton
          label="Discard"
          question="Discard this run? None of it is applied."
          act={() => step('discard')}
          done="The run was discarded."
        />
      )}
      {waits && (
        <ConfirmedButton
          label="Apply"
          look="primary"
          question="Apply this feed?"
          act={() => step('apply', { confirmed: confirmed.map(({ reason }) => reason) })}
          done="The feed is being applied."
        >
          <Effect
            effect={effect && { ...effect, missing: prevented.length > 0 && !withdraws ? 0 : effect.missing }}
            holds={holds.filter(stopsTheRun)}
          />
          {prevented.length > 0 && (
            <label>
              <input
                type="checkbox"
                checked={withdraws}
                onChange={({ target }) => setWithdraws(target.checked)}
              />{' '}
              Also withdraw the {formatCount(counts?.GONE ?? 0)} parcels that are not in the file
            </label>
          )}
        </ConfirmedButton>
      )}
      {state === 'APPLIED' && rowsRemovedAt === null && (
        <ConfirmedButton
          label="Take back"
          question="Take this feed back? New events reverse its changes, and stones of other vendors that gave way to it are listed again."
          act={() => step('take-back')}
          done="The feed is being taken back."
        />
      )}
    </>
  );
}

/** What applying does by the judgements of now, and which guards are passed by it (rule: Held feeds; rule: Full feeds). */
function Effect({ effect, holds }: Pick<FeedRunResource, 'effect' | 'holds'>) {
  return (
    <>
      {effect && (
        <p>
          {formatCount(effect.listed)} new, {formatCount(effect.changed)} changed,{' '}
          {formatCount(effect.missing + effect.rejected)} withdrawn. Stones that customers have are not
          touched.
        </p>
      )}
      {holds.length > 0 && (
        <>
          <p>Please confirm that this is intended:</p>
          <ul>
            {holds.map(({ reason, message }) => (
              <li key={reason}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
