import { useState } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import { Button } from '../../../components/button/button.tsx';
import { Icon } from '../../../components/icon/icon.tsx';
import { ShapeDrawing } from '../../../components/shape-drawing/shape-drawing.tsx';
import { headingOf } from '../stone-facts.ts';
import { mediaKindOf } from './media-kind.ts';
import styles from './stone-page.module.css';

/** The stone's photo or video, or its drawing. A film in someone else's page is loaded only when asked for. */
export function Picture({ stone }: { stone: Stone }) {
  const [failed, setFailed] = useState(false);
  const [playing, setPlaying] = useState(false);
  const kind = mediaKindOf(stone);
  const still = kind === 'image' ? stone.photoUrl : stone.stillPhotoUrl;
  const film = kind === 'video' || kind === 'frame';
  return (
    <figure className={styles['stage']}>
      {playing && kind === 'video' && (
        <video
          src={stone.photoUrl}
          autoPlay
          loop
          muted
          playsInline
          controls
          aria-label={`Video of ${headingOf(stone)}`}
        />
      )}
      {playing && kind === 'frame' && (
        <iframe
          src={stone.photoUrl}
          title={`Video of ${headingOf(stone)}`}
          sandbox="allow-scripts allow-same-origin"
          loading="lazy"
        />
      )}
      {!playing &&
        (still && !failed ? (
          <img src={still} alt={headingOf(stone)} onError={() => setFailed(true)} />
        ) : (
          <div className={styles['drawing']}>
            <ShapeDrawing
              shapeCode={stone.shapeCode}
              colour={stone.colour}
              fancyColour={stone.fancyColour}
              label={`Drawing of a ${headingOf(stone)}`}
            />
          </div>
        ))}
      {film && (
        <Button className={styles['play']} onClick={() => setPlaying(!playing)}>
          <Icon name={playing ? 'close' : 'video'} /> {playing ? 'Close video' : 'Play video'}
        </Button>
      )}
    </figure>
  );
}
