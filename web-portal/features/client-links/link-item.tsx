import { lazy, Suspense, useState } from 'react';
import type { ClientLink } from '#contracts/api/client-links.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { useNoServer } from '../../lib/connection.ts';
import { useOpenTabs } from '../../lib/open-tabs.ts';
import { unlessFailed } from '../../lib/unless-failed.ts';
import { useChangeClientLinks } from './api/client-links.ts';
import { copyText } from '../../lib/copy-text.ts';
import { PRICE_WORDS, STATE_WORDS } from './link-words.ts';
import styles from './client-links.module.css';

const ConfirmDialog = lazy(() => import('#web-shared/components/confirm-dialog/confirm-dialog.tsx'));

type LinkItemProps = {
  link: ClientLink;
  news: number;
  /** What it opens is behind the panel. */
  onLeave: () => void;
};

/** A client link: until when it is good, when it was opened, what was liked and asked. */
export function LinkItem({ link, news, onLeave }: LinkItemProps) {
  const { id, state, url, prices, title, madeAt, expiresAt, revokedAt, firstOpenedAt, openedAt } = link;
  const { stones, questions } = link;
  const closed = useNoServer();
  const { revoke } = useChangeClientLinks();
  const [asking, setAsking] = useState(false);
  const [tone, word] = STATE_WORDS[state];
  const called = title || `the link of ${formatMoment(madeAt)}`;
  const liked = stones.filter((stone) => stone.liked);
  const count = formatNumberOf(stones.length, ['stone', 'stones']);
  return (
    <li className={styles['link']} data-state={state}>
      <h3>
        {title || formatMoment(madeAt)}
        {news > 0 && <strong>{formatCount(news)} new</strong>}
      </h3>
      <p>
        <Chip tone={tone}>{word}</Chip> {count} · {PRICE_WORDS[prices]} ·{' '}
        {revokedAt === null ? `until ${formatMoment(expiresAt)}` : formatMoment(revokedAt)}
      </p>
      <p>
        {firstOpenedAt === null || openedAt === null
          ? 'Not opened yet'
          : `Opened ${formatMoment(firstOpenedAt)}${openedAt === firstOpenedAt ? '' : `, last ${formatMoment(openedAt)}`}`}
      </p>
      {liked.length > 0 && (
        <p>
          Liked:{' '}
          {liked.map(({ parcelName }) => (
            <StoneName key={parcelName} link={link} parcelName={parcelName} onLeave={onLeave} />
          ))}
        </p>
      )}
      {questions.length > 0 && (
        <ul className={styles['questions']} aria-label={`Asked by ${called}`}>
          {questions.map(({ id: question, parcelName, text, askedAt }) => (
            <li key={question}>
              <q>{text}</q>
              <small>
                {parcelName !== null && <StoneName link={link} parcelName={parcelName} onLeave={onLeave} />}{' '}
                {formatMoment(askedAt)}
              </small>
            </li>
          ))}
        </ul>
      )}
      {url !== null && (
        <div className={styles['acts']}>
          <Button aria-label={`Copy link: ${called}`} onClick={() => void copyText(url, 'link')}>
            Copy link
          </Button>
          <Button
            aria-label={`Revoke ${called}`}
            disabled={closed !== null}
            title={closed ?? undefined}
            onClick={() => setAsking(true)}
          >
            Revoke
          </Button>
        </div>
      )}
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            question="Revoke this link? It stops working at once for everyone who has it."
            onNo={() => setAsking(false)}
            onYes={async () => {
              if (await unlessFailed(revoke.mutateAsync(id))) setAsking(false);
            }}
          />
        </Suspense>
      )}
    </li>
  );
}

/** A stone's name, which opens its tab. */
function StoneName({
  link,
  parcelName,
  onLeave,
}: {
  link: ClientLink;
  parcelName: string;
  onLeave: () => void;
}) {
  const { openStoneTab } = useOpenTabs();
  const line = link.stones.find((stone) => stone.parcelName === parcelName)?.line;
  if (line === undefined) return <span>{parcelName}</span>;
  return (
    <button
      type="button"
      className={styles['name']}
      onClick={() => {
        openStoneTab({ parcelName, line });
        onLeave();
      }}
    >
      {parcelName}
    </button>
  );
}
