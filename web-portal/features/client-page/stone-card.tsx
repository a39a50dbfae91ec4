import { useState } from 'react';
import type { ClientLinkView, ClientStone } from '#contracts/api/client-links.ts';
import { reportCheckUrl } from '#contracts/vocabulary/certificates.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { Facts } from '#web-shared/components/facts/facts.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { formatMeasurements, formatProportion } from '../../lib/format.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { Picture } from '../../lists/media/picture.tsx';
import { headingOf } from '../../lists/stone-facts.ts';
import { AskForm, Asked } from './ask-form.tsx';
import styles from './client-page.module.css';

type StoneCardProps = {
  stone: ClientStone;
  priced: boolean;
  asked: ClientLinkView['questions'];
  onLike: () => void;
  onAsk: (text: string) => Promise<boolean>;
  onCertificate: () => Promise<void>;
};

/** A stone or piece as a client sees it, or the note that it is gone. */
export function StoneCard({ stone, priced, asked, onLike, onAsk, onCertificate }: StoneCardProps) {
  const { piece, ...shown } = stone;
  // Two of them may be described alike.
  const drawn = { ...shown, parcelName: `stone ${stone.place}`, ...(piece && { piece }) };
  const heading = headingOf(drawn);
  const [asking, setAsking] = useState<'not yet' | 'now' | 'before'>('not yet');
  const { saving, save } = useSaving();
  return (
    <li className={styles['stone']} data-gone={stone.gone}>
      <article aria-label={heading}>
        <Picture stone={drawn} still />
        <div className={styles['title']}>
          <h2>{heading}</h2>
          {stone.gone ? (
            <Chip tone="gone">No longer available</Chip>
          ) : (
            priced && (
              <p className={styles['price']}>
                {stone.price === undefined ? 'Price on request' : formatPrice(stone.price)}
              </p>
            )
          )}
        </div>
        {stone.labGrown && <p className={styles['kind']}>Laboratory-grown diamond</p>}
        <Facts facts={factsOf(stone)} />
        <Asked questions={asked} />
        {!stone.gone && asking !== 'now' && (
          <div className={styles['buttons']}>
            {/* A name that changed with its state would be read out twice. */}
            <Button
              aria-label={`Like ${heading}`}
              aria-pressed={stone.liked}
              className={styles['like']}
              onClick={onLike}
            >
              <Icon name="heart" /> Like
            </Button>
            {/* The form that had the focus is gone. */}
            <Button
              aria-label={`Ask about ${heading}`}
              autoFocus={asking === 'before'}
              onClick={() => setAsking('now')}
            >
              Ask
            </Button>
            {stone.certificate && (
              <Button
                aria-label={`Certificate of ${heading}`}
                busy={saving !== null}
                onClick={() => void save('certificate', onCertificate)}
              >
                Certificate
              </Button>
            )}
          </div>
        )}
        {asking === 'now' && (
          <AskForm label="Your question" onAsk={onAsk} onCancel={() => setAsking('before')} />
        )}
      </article>
    </li>
  );
}

/** What is known of it, a line each. */
function factsOf(stone: ClientStone) {
  const check = reportCheckUrl(stone);
  const report = certificateInWords(stone);
  const share = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : `${formatProportion(value)} %`;
  const sides = formatMeasurements(stone);
  const facts = [
    ['Cut', stone.cut],
    ['Polish', stone.polish],
    ['Symmetry', stone.symmetry],
    ['Fluorescence', stone.fluorescence],
    ['Measurements', sides && `${sides} mm`],
    ['Table', share(stone.tablePct)],
    ['Depth', share(stone.depthPct)],
    [
      'Report',
      check && !stone.gone ? (
        <a href={check} target="_blank" rel="noreferrer">
          {report}
        </a>
      ) : (
        report
      ),
    ],
  ] as const;
  return facts.filter(([, value]) => value);
}
