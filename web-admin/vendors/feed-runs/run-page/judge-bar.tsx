import { useState } from 'react';
import type { FeedRunRow } from '#contracts/api/vendor-feeds.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field, SelectField, type Choices } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { useAct } from '../../../components/use-act.ts';
import { judge, type Judgement } from '../../stock/judge.ts';
import styles from './run-page.module.css';

const TIER_CHOICES: Choices = [['none', 'The vendor’s'], ...TIERS.map((tier) => [tier, tier] as const)];

type JudgeBarProps = {
  vendorId: number;
  /** Those that are chosen. */
  rows: readonly FeedRunRow[];
  /** How many the filters leave. */
  total: number;
  /** Whether they are chosen: not where something else was asked for meanwhile. */
  onAll: () => Promise<boolean>;
  onNone: () => void;
  onJudged: () => void;
};

/** Accepts, rejects, comments and overrides the tier of all chosen rows together (rule: Accept and reject). */
export function JudgeBar({ vendorId, rows, total, onAll, onNone, onJudged }: JudgeBarProps) {
  const [tier, setTier] = useState('');
  const [comments, setComments] = useState('');
  const { busy, act } = useAct();
  const judgeAs = (name: string, judgement: Judgement): void =>
    void act(name, async () => {
      await judge(vendorId, rows, judgement);
      return 'Update successful.';
    }).then((done) => {
      if (!done) return;
      setTier(insteadOf(tier, ''));
      setComments(insteadOf(comments, ''));
      onJudged();
    });
  const all = (): void =>
    void act('all', async () => {
      return (await onAll()) ? 'All rows that were found and can be judged are chosen.' : null;
    });
  const idle = rows.length === 0;
  return (
    <div className={styles['bar']} role="group" aria-label="Judge the chosen rows">
      <span role="status">{formatNumberOf(rows.length, ['row', 'rows'])} chosen</span>
      <Button busy={busy === 'all'} disabled={total === 0} onClick={all}>
        Choose all that were found
      </Button>
      <Button disabled={idle} onClick={onNone}>
        Choose none
      </Button>
      <Button disabled={idle} busy={busy === 'accept'} onClick={() => judgeAs('accept', { whiteList: true })}>
        Accept
      </Button>
      <Button disabled={idle} busy={busy === 'reject'} onClick={() => judgeAs('reject', { blackList: true })}>
        Reject
      </Button>
      <div className={styles['pair']}>
        <SelectField
          label="Tier"
          value={tier}
          disabled={idle}
          empty="Choose…"
          choices={TIER_CHOICES}
          onChange={setTier}
        />
        <Button
          disabled={idle || tier === ''}
          busy={busy === 'tier'}
          onClick={() => judgeAs('tier', { overrideTier: TIERS.find((one) => one === tier) ?? null })}
        >
          Set the tier
        </Button>
      </div>
      <div className={styles['pair']}>
        <Field
          label="Comment"
          value={comments}
          maxLength={1000}
          disabled={idle}
          onChange={({ target }) => setComments(target.value)}
        />
        <Button
          disabled={idle || comments.trim() === ''}
          busy={busy === 'comment'}
          onClick={() => judgeAs('comment', { comments: comments.trim() })}
        >
          Comment
        </Button>
      </div>
    </div>
  );
}
