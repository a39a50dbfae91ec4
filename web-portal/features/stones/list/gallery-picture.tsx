import { useState } from 'react';
import { isShown } from '#contracts/vocabulary/media.ts';
import { useConfiguration } from '#web-shared/configuration.ts';
import { mediaKindOf } from '../../../lists/media/media-kind.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import mat from '../../../lists/media/mat.module.css';
import { StoneDrawing } from '../../../lists/media/stone-drawing.tsx';
import { previewUrl } from './hover-preview.ts';
import styles from './stone-card.module.css';

/**
 * A card's picture: the still, or the default image; on hover its film, from the trusted hosts only (product:
 * Gallery).
 */
export function GalleryPicture({ row, under }: { row: ListRow; under: boolean }) {
  const { trustedVideoHosts } = useConfiguration();
  const [failed, setFailed] = useState(false);
  const preview = previewUrl(row, trustedVideoHosts);
  return (
    <div className={`${styles['picture']} ${mat['mat']}`}>
      <StoneDrawing stone={row} />
      {isShown(row.stillPhotoUrl) && !failed && (
        <img src={row.stillPhotoUrl} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
      )}
      {under && preview && <Film url={preview} fancy={row.fancyColoured} />}
    </div>
  );
}

/** Seen only: presses go to the card beneath. */
function Film({ url, fancy }: { url: string; fancy: boolean }) {
  if (mediaKindOf(url, fancy) === 'video')
    return <video className={styles['film']} src={url} autoPlay loop muted playsInline aria-hidden="true" />;
  return (
    <iframe
      className={styles['film']}
      src={url}
      title="Preview"
      inert
      sandbox="allow-scripts allow-same-origin"
    />
  );
}
