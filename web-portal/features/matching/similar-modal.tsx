import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RankingType } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { WideDialog } from '../../lists/wide-dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { ordersOf } from '../../lib/attributes.ts';
import { attributesQuery } from '../../lists/api/get-attributes.ts';
import { headingOf, SIMILAR_STONES_COUNTED } from '../../lists/stone-facts.ts';
import { MOST_SHOWN, similarQuery } from './api/get-similar.ts';
import { CartButton } from './cart-button.tsx';
import { Comparison } from './comparison.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differencesOf } from './differences.ts';
import { finishOf } from './finish.ts';
import { MOST_COMPARED } from './most-compared.ts';
import { Score } from './score.tsx';
import { SimilarList } from './similar-list.tsx';
import { verdictOf } from './verdict.ts';
import styles from './similar-modal.module.css';

export type SimilarModalProps = {
  /** Natural and lab-grown have similar stones (product: Line calls). */
  line: Line;
  /** The stone that is to be replaced or paired. */
  stone: Stone;
  /** REPLACEMENT: Refill on a past stone. PAIR: Find a Match. */
  rankingType: RankingType;
  /** Opens a candidate's tab; the caller closes the modal. */
  onOpen?: (stone: Stone) => void;
  onClose: () => void;
};

const TITLES: Readonly<Record<RankingType, string>> = {
  REPLACEMENT: 'Replacement options',
  PAIR: 'Find a Match',
};

/** As many as were asked for may not be all that there are. */
function foundInWords(count: number): string {
  if (count >= MOST_SHOWN) return `The best ${count} similar stones`;
  return `${formatNumberOf(count, SIMILAR_STONES_COUNTED)}, best first`;
}

/**
 * Similar stones, ranked, each score explained, and up to five side by side: the refill dialog of past stones
 * and the Find a Match overlay (product: Similar stones; product: Stone details).
 */
export default function SimilarModal({ line, stone, rankingType, onOpen, onClose }: SimilarModalProps) {
  const similar = useQuery(similarQuery(line, stone.parcelName, rankingType));
  const { data: attributes } = useQuery(attributesQuery);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [comparing, setComparing] = useState(false);
  const orders = attributes && ordersOf(attributes);
  const found = (similar.data ?? []).map((candidate) => ({
    ...candidate,
    differences: orders ? differencesOf(stone, candidate.stone, orders, rankingType) : [],
  }));
  const compared = found.filter((candidate) => chosen.includes(candidate.stone.parcelName));
  const choose = (parcelName: string, on: boolean): void =>
    setChosen(on ? [...chosen, parcelName] : chosen.filter((each) => each !== parcelName));

  return (
    <WideDialog labelledBy="similar-heading" onClose={onClose} maxWidth="lg">
      <div className={styles['modal']}>
        <ModalHead
          id="similar-heading"
          title={TITLES[rankingType]}
          about={`for ${[stone.parcelName, headingOf(stone), finishOf(stone), stone.total === undefined ? '' : formatPrice(stone.total)].filter(Boolean).join(', ')}`}
          className={styles['head']}
          onClose={onClose}
        />
        {similar.isPending ? (
          <div className={styles['loading']} aria-busy="true" aria-label="Looking for similar stones">
            {[0, 1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height={64} />
            ))}
          </div>
        ) : similar.isError ? (
          <CouldNotLoad what="Similar stones" error={similar.error} retry={similar.refetch} />
        ) : found.length === 0 ? (
          <StateMessage
            heading="We weren't able to find a close match. Sorry!"
            shape={stone.shapeCode ?? 'RD'}
            actions={<Button onClick={onClose}>Close</Button>}
          />
        ) : comparing && compared.length > 0 ? (
          <Comparison
            stones={[stone, ...compared.map((candidate) => candidate.stone)]}
            about={(each, place) =>
              place === 0 ? (
                <p className={styles['own']}>
                  {rankingType === 'PAIR' ? 'The stone to match' : 'The stone to replace'}
                </p>
              ) : (
                <div className={styles['about']}>
                  <strong className={styles['verdict']}>{verdictOf(compared[place - 1]!.rank)}</strong>
                  <DifferenceList words={compared[place - 1]!.differences} />
                  <CartButton line={line} stone={each} answeredNow />
                </div>
              )
            }
            score={(place) => (place === 0 ? '–' : <Score {...compared[place - 1]!} />)}
          />
        ) : (
          <SimilarList
            line={line}
            source={stone}
            found={found}
            chosen={chosen}
            onChoose={choose}
            {...(onOpen && { onOpen })}
          />
        )}
        {found.length > 0 && (
          <footer className={styles['foot']}>
            <p className={styles['count']}>
              {comparing ? `${compared.length + 1} stones side by side` : foundInWords(found.length)}
            </p>
            {comparing ? (
              <Button onClick={() => setComparing(false)}>
                <Icon name="left" /> Back to the list
              </Button>
            ) : (
              <Button look="primary" disabled={compared.length === 0} onClick={() => setComparing(true)}>
                Compare {compared.length > 0 ? `${compared.length + 1} of ${MOST_COMPARED}` : ''}
              </Button>
            )}
          </footer>
        )}
      </div>
    </WideDialog>
  );
}
