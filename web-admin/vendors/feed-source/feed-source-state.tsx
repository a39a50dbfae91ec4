import { feedSourceResource, type FeedSourceResource } from '#contracts/api/feed-sources.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Facts, Section } from '#web-shared/components/facts/facts.tsx';
import { Moment } from '../../components/moment.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useAct } from '../../components/use-act.ts';
import { call } from '../../providers/http-client.ts';
import styles from './feed-source.module.css';

const OUTCOMES = {
  READ: 'a new file was read',
  SAME: 'the same file as before, or an older one: nothing to do',
  FAILED: 'nothing came',
} as const;

type FeedSourceStateProps = {
  path: string;
  source: FeedSourceResource;
  onChange: (source: FeedSourceResource) => void;
};

/** How the feed fared and when it comes next; it can be fetched now. */
export function FeedSourceState({ path, source, onChange }: FeedSourceStateProps) {
  const { busy, act } = useAct();
  const { nextAt, asked, lastTriedAt, outcome, reason, runId, skipped } = source;
  const fetchNow = (): void =>
    void act('fetch', async () => {
      onChange(await call(`${path}/fetch`, feedSourceResource));
      return 'The file is being fetched.';
    });
  return (
    <Section title="Last and next fetch">
      <Facts
        facts={[
          ['Next', asked ? 'now' : nextAt === null ? 'when you ask for it' : <Moment at={nextAt} />],
          [
            'Last tried',
            lastTriedAt && (
              <>
                <Moment at={lastTriedAt} />
                {outcome && `: ${OUTCOMES[outcome]}`}
              </>
            ),
          ],
          ['Skipped for it', skipped.length > 0 && skipped.join(', ')],
          ['Last feed', runId && <TextLink to={`/feed-runs/${runId}/show`}>Show the run</TextLink>],
        ]}
      />
      {reason !== null && <p role="alert">{reason}</p>}
      <div className={styles['actions']}>
        <Button busy={asked || busy !== null} onClick={fetchNow}>
          {asked ? 'Fetching…' : 'Fetch now'}
        </Button>
      </div>
    </Section>
  );
}
