import type { ClientLinkView, ClientStone } from '#contracts/api/client-links.ts';
import { momentName } from '#contracts/vocabulary/house-time.ts';
import { zoneName } from '#contracts/vocabulary/time-zone.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { useTitle } from '#web-shared/use-title.ts';
import { LinkFailed, LinkLoading, LinkMain, LinkPage } from '../../components/link-page/link-page.tsx';
import { useLinkToken } from '../../components/link-page/link-token.ts';
import { AskForm, Asked } from './ask-form.tsx';
import { askJeweller, likeStone, saveCertificate, type Ask } from './client-calls.ts';
import { StoneCard } from './stone-card.tsx';
import { useClientLink } from './use-client-link.ts';
import styles from './client-page.module.css';

/** /clientlink, where a client link leads (rule: Client link): what a jeweller shows a client, without an account. */
export default function ClientPage() {
  const token = useLinkToken();
  return <ByLink key={token} token={token} />;
}

function ByLink({ token }: { token: string }) {
  const { view, error, read, act } = useClientLink(token);
  const jeweller = view?.jeweller;
  const title = view?.title;
  // The client sees the jeweller's name, not the product's.
  useTitle(title || 'Stones for you', jeweller ?? '');
  return (
    <LinkPage brand={<span className={styles['jeweller']}>{jeweller}</span>}>
      {view ? (
        <Shown
          view={view}
          onLike={(stone) => void act(() => likeStone(token, stone.place, !stone.liked))}
          onAsk={(asked) => act(() => askJeweller(token, asked))}
          onCertificate={(stone) => saveCertificate(token, stone.place)}
        />
      ) : error ? (
        <LinkFailed error={error} what="The stones" onRetry={read} />
      ) : (
        <LinkLoading />
      )}
    </LinkPage>
  );
}

type ShownProps = {
  view: ClientLinkView;
  onLike: (stone: ClientStone) => void;
  onAsk: (asked: Ask) => Promise<boolean>;
  onCertificate: (stone: ClientStone) => Promise<void>;
};

function Shown({ view, onLike, onAsk, onCertificate }: ShownProps) {
  const { title, message, jeweller, prices, timeZone, at, expiresAt, stones, questions } = view;
  const asked = (place: number | null) => questions.filter((question) => question.place === place);
  return (
    <LinkMain wide>
      <header className={styles['intro']}>
        <div>
          <h1>{title || (stones.length === 1 ? 'A stone for you' : 'Stones for you')}</h1>
          {message && <p className={styles['message']}>{message}</p>}
          <p className={styles['terms']}>
            {formatNumberOf(stones.length, ['stone', 'stones'])}
            {prices === 'RETAIL' && ', retail prices'}, as of {momentName(at, timeZone)}. Good until{' '}
            {momentName(expiresAt, timeZone)}. Times are {zoneName(timeZone)}.
          </p>
        </div>
        <Button className={styles['print']} onClick={() => window.print()}>
          <Icon name="print" /> Print
        </Button>
      </header>
      <ul className={styles['stones']} data-count={Math.min(stones.length, 4)}>
        {stones.map((stone) => (
          <StoneCard
            key={stone.place}
            stone={stone}
            priced={prices === 'RETAIL'}
            asked={asked(stone.place)}
            onLike={() => onLike(stone)}
            onAsk={(text) => onAsk({ place: stone.place, text })}
            onCertificate={() => onCertificate(stone)}
          />
        ))}
      </ul>
      <section className={styles['general']} aria-labelledby="ask-heading">
        <h2 id="ask-heading">Ask {jeweller}</h2>
        <Asked questions={asked(null)} />
        <AskForm label="Your question" onAsk={(text) => onAsk({ place: null, text })} />
      </section>
    </LinkMain>
  );
}
