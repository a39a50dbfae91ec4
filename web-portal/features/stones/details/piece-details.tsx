import type { ComponentStone } from '#contracts/api/pieces.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { certificateInWords, colourInWords } from '#contracts/vocabulary/stone-words.ts';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { NotYet } from './not-yet.tsx';
import { formatMeasurements, formatProportion, formatWeight } from '../../../lib/format.ts';
import type { ParcelDetails } from '../api/get-details.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { shapeNameOf } from '../../../lists/stone-facts.ts';
import { alike } from './component-groups.ts';
import { DetailsHeader } from './details-header.tsx';
import { Section } from './facts.tsx';
import { History } from './history.tsx';
import { Picture } from '../../../lists/media/picture.tsx';
import { StatusSection } from './status-section.tsx';
import { PiecePriceCard } from './price-card.tsx';
import { StoneActions } from './stone-actions.tsx';
import styles from './stone-page.module.css';

type PieceDetailsProps = {
  line: Line;
  row: ListRow;
  /** As its status reads in the list that it is a row of. */
  where: 'requestable' | 'past';
  details: ParcelDetails | null;
};

/**
 * A jewellery piece: properties, component stones, history, and the available actions (product: Piece
 * details).
 */
export function PieceDetails({ line, row: piece, where, details }: PieceDetailsProps) {
  return (
    <article className={styles['page']} aria-label={`Piece ${piece.parcelName}`} aria-busy={details === null}>
      <DetailsHeader title="Jewellery Details" row={piece} where={where} />
      <div className={styles['columns']}>
        <div className={styles['left']}>
          <Picture key={piece.photoUrl ?? ''} stone={piece} />
          <StatusSection row={piece} where={where} />
        </div>
        <div className={styles['right']}>
          <PiecePriceCard piece={piece} />
          {details ? <StoneActions line={line} stone={details} /> : <NotYet height={155} />}
          <div>
            <Section
              title="Properties"
              facts={[
                ['Model', piece.model],
                ['Description', piece.modelDescription],
                ['Type', piece.modelType],
                ['Sub-type', piece.modelSubType],
                ['Finish', piece.modelFinish],
                ['Weight', `${formatWeight(piece.weight)} ct`],
                ['Lab', piece.lab],
                ['Certificate', piece.certNo],
              ]}
            />
          </div>
          {details ? <Components stones={details.components ?? []} /> : <NotYet height={200} />}
        </div>
        <div className={styles['past']}>
          {details ? <History line={line} parcel={details} /> : <NotYet height={140} />}
        </div>
      </div>
    </article>
  );
}

/** The stones set in a piece; those that are alike once, with their number. */
function Components({ stones }: { stones: readonly ComponentStone[] }) {
  if (stones.length === 0) return null;
  return (
    <section aria-labelledby="components" className={styles['section']}>
      <h2 id="components">Component stones</h2>
      <ul className={styles['components']}>
        {alike(stones).map(({ stone, count }) => (
          <li key={JSON.stringify(stone)}>
            <span className={styles['component']}>
              <ShapeDrawing
                shapeCode={stone.shapeCode}
                colour={stone.colour}
                fancyColour={stone.fancyColour}
                proportions={stone}
              />
            </span>
            <div>
              <p>
                {count > 1 && `${count} × `}
                <strong>
                  {[
                    `${formatWeight(stone.weight)} ct`,
                    shapeNameOf(stone),
                    colourInWords(stone),
                    stone.clarity,
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </strong>
              </p>
              <p className={styles['more']}>{describe(stone)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe(stone: ComponentStone): string {
  const named = (name: string, value: string | undefined): string | undefined => value && `${name} ${value}`;
  const size = formatMeasurements(stone);
  return [
    certificateInWords(stone),
    named('cut', stone.cut),
    named('polish', stone.polish),
    named('symmetry', stone.symmetry),
    named('fluorescence', stone.fluorescence),
    stone.tablePct !== undefined && `table ${formatProportion(stone.tablePct)} %`,
    stone.depthPct !== undefined && `depth ${formatProportion(stone.depthPct)} %`,
    size && `${size} mm`,
  ]
    .filter(Boolean)
    .join(' · ');
}
