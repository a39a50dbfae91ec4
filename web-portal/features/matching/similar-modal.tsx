import { useQuery } from '@tanstack/react-query';
import type { RankingType } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { IconButton } from '../../components/button/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { similarQuery } from './api/get-similar.ts';

export type SimilarModalProps = {
  /** Natural and lab-grown have similar stones (specification, section 7). */
  line: Line;
  /** The stone that is to be replaced or paired. */
  stone: Stone;
  /** REPLACEMENT: Refill on a past stone. PAIR: Find a Match. */
  rankingType: RankingType;
  /** Opens a candidate's tab; the modal has been closed by then. */
  onOpen?: (stone: Stone) => void;
  onClose: () => void;
};

/** Similar stones, ranked: the refill modal of past stones and the Find a Match overlay (specification, sections 2.5 and 2.7). */
export default function SimilarModal({ line, stone, rankingType, onClose }: SimilarModalProps) {
  const similar = useQuery(similarQuery(line, stone.parcelName, rankingType));
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="similar-heading">
      <h2 id="similar-heading">{rankingType === 'PAIR' ? 'Find a Match' : 'Replacement options'}</h2>
      <IconButton icon="close" label="Close" onClick={onClose} />
      {similar.data?.length === 0 && <p>We weren’t able to find a close match. Sorry!</p>}
    </Dialog>
  );
}
