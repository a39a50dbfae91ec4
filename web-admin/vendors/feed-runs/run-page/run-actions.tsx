import { useState } from 'react';
import { feedRunResource, type FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { useAct } from '../../../components/use-act.ts';
import { call, download } from '../../../providers/http-client.ts';

type Step = 'apply' | 'discard' | 'take-back';

const QUESTIONS: Readonly<Record<Step, string>> = {
  apply: 'Apply this feed?',
  discard: 'Discard this run? Nothing of it is applied.',
  'take-back':
    'Take this feed back? What it changed is set back by new events, and stones of other vendors that gave way to it come back.',
};
const DONE: Readonly<Record<Step, string>> = {
  apply: 'The feed is being applied.',
  discard: 'The run was discarded.',
  'take-back': 'The feed is being taken back.',
};

/** What can be done with a run: its workbook; apply or discard it, or take it back once it is applied. */
export function RunActions({ run, onChanged }: { run: FeedRunResource; onChanged: () => void }) {
  const { id, state, holds, counts } = run;
  const [asking, setAsking] = useState<Step | null>(null);
  const { busy, act } = useAct();
  const path = `/api/feed-runs/${encodeURIComponent(id)}`;
  const carryOut = async (step: Step): Promise<void> => {
    await act(step, async () => {
      const body = step === 'apply' ? { confirmed: holds.map(({ reason }) => reason) } : {};
      await call(`${path}/${step}`, feedRunResource, { body });
      return DONE[step];
    });
    setAsking(null);
    onChanged();
  };
  const save = (): void =>
    void act('workbook', async () => `${await download(`${path}/workbook`, { method: 'GET' })} was saved.`);
  const waits = state === 'CLASSIFIED' || state === 'HELD';
  return (
    <>
      {counts && (
        <Button disabled={busy !== null} onClick={save}>
          {busy === 'workbook' ? 'Making the workbook…' : 'Workbook'}
        </Button>
      )}
      {waits && <Button onClick={() => setAsking('discard')}>Discard</Button>}
      {waits && (
        <Button look="primary" onClick={() => setAsking('apply')}>
          Apply
        </Button>
      )}
      {state === 'APPLIED' && <Button onClick={() => setAsking('take-back')}>Take back</Button>}
      {asking && (
        <ConfirmDialog
          question={QUESTIONS[asking]}
          onYes={() => carryOut(asking)}
          onNo={() => setAsking(null)}
        >
          {asking === 'apply' && <Effect run={run} />}
        </ConfirmDialog>
      )}
    </>
  );
}

/** What applying does, and which guards are passed by it (rule: Held feeds). */
function Effect({ run: { counts, holds } }: { run: FeedRunResource }) {
  return (
    <>
      {counts && (
        <p>
          {formatCount(counts.NEW)} new, {formatCount(counts.CHANGED)} changed, {formatCount(counts.GONE)}{' '}
          withdrawn. Stones that customers have are not touched.
        </p>
      )}
      {holds.length > 0 && (
        <>
          <p>You confirm that this is meant:</p>
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
