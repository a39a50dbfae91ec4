import { useState } from 'react';
import type { DrawnProportions } from '#web-shared/components/shape-drawing/drawing.ts';
import { ChoiceSwitch } from '../../components/choice-switch/choice-switch.tsx';
import { useNoServer } from '../../lib/connection.ts';
import { useMedia } from '../../lib/use-media.ts';
import type { ListRow } from '../list-row.ts';
import { headingOf, type Described } from '../stone-facts.ts';
import { StoneDrawing, type Drawn } from './stone-drawing.tsx';
import { mediaOf, type Medium, type Pictured } from './media-kind.ts';
import mat from './mat.module.css';
import styles from './picture.module.css';

const NAMES: Readonly<Record<Medium['kind'], string>> = {
  image: 'Photo',
  video: 'Video',
  frame: 'Video',
  drawing: 'Drawing',
};

type PictureProps = {
  stone: Described & Drawn & Pictured & DrawnProportions & Pick<ListRow, 'haSleeve'>;
  /** Begins with a still image or the drawing. */
  still?: boolean;
};

/** Photo or video, or the drawing, and a switch between them where there are several (product: Stone details). */
export function Picture({ stone, still = false }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const noServer = useNoServer();
  const media = mediaOf(stone).filter(
    (medium) => medium.kind === 'drawing' || (noServer === null && !failed.includes(medium.url)),
  );
  const [chosen, setChosen] = useState<Medium['kind'] | null>(null);
  const heading = headingOf(stone);
  const first = still ? media.find(({ kind }) => kind === 'image' || kind === 'drawing') : undefined;
  const shown = media.find(({ kind }) => kind === chosen) ?? first ?? media[0]!;
  return (
    <section
      className={styles['picture']}
      aria-label={`Photo or video of ${stone.virtual ? 'similar stones' : (stone.parcelName ?? heading)}`}
    >
      <figure className={`${styles['stage']} ${mat['mat']}`}>
        <MediumShown
          medium={shown}
          stone={stone}
          onFail={() => shown.kind !== 'drawing' && setFailed([...failed, shown.url])}
        />
      </figure>
      {media.length > 1 && (
        <ChoiceSwitch
          label="Show"
          choices={media.map(({ kind }) => [kind, NAMES[kind]] as const)}
          chosen={shown.kind}
          onChoose={setChosen}
        />
      )}
    </section>
  );
}

function MediumShown({
  medium,
  stone,
  onFail,
}: {
  medium: Medium;
  stone: PictureProps['stone'];
  onFail: () => void;
}) {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const heading = headingOf(stone);
  switch (medium.kind) {
    case 'image':
      return <img src={medium.url} alt={heading} onError={onFail} />;
    case 'video':
      return (
        <video
          src={medium.url}
          autoPlay={!still}
          loop
          muted
          playsInline
          controls
          aria-label={`Video of ${heading}`}
          onError={onFail}
        />
      );
    case 'frame':
      return (
        <iframe
          src={medium.url}
          title={`Video of ${heading}`}
          sandbox="allow-scripts allow-same-origin"
          loading="lazy"
        />
      );
    case 'drawing':
      return (
        <div className={styles['drawing']} data-piece={stone.piece}>
          <StoneDrawing
            stone={stone}
            proportions={stone}
            arrows={stone.haSleeve}
            detailed
            label={`Drawing of a ${heading}`}
          />
        </div>
      );
  }
}
