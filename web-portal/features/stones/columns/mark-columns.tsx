import { yesNo } from '#contracts/stone-lists/readings.ts';
import { pictureColumn } from '../../../components/data-table/column.ts';
import { StoneDrawing } from '../../../lists/media/stone-drawing.tsx';
import { isShown } from '#contracts/vocabulary/media.ts';
import { certificateOffered } from '#contracts/vocabulary/certificates.ts';
import { Icon, type IconName } from '#web-shared/components/icon/icon.tsx';
import type { ListRow } from '../../../lists/list-row.ts';
import { brandOf } from '../../../lists/stone-facts.ts';
import type { ListColumn } from './list-column.ts';
import styles from './stone-columns.module.css';

type Mark = {
  id: string;
  name: string;
  icon: IconName;
  has: (stone: ListRow) => boolean;
  /** What a press on it does (`data-action`), and its name with the parcel's. */
  action?: { name: string; label: string };
};

const mark = ({ id, name, icon, has, action }: Mark): ListColumn => ({
  id,
  label: name,
  name,
  kind: 'choice',
  symbol: true,
  group: 'marks',
  width: action ? 24 : 17,
  align: 'center',
  read: (stone) => yesNo(has(stone)),
  print: (stone) => yesNo(has(stone)),
  cell: (stone) =>
    has(stone) &&
    (action ? (
      <button
        type="button"
        className={styles['markButton']}
        data-action={action.name}
        aria-label={`${action.label} ${stone.parcelName}`}
        title={name}
      >
        <Icon name={icon} size={15} />
      </button>
    ) : (
      <span className={styles['mark']} title={name}>
        <Icon name={icon} size={15} />
        <span className="visually-hidden">{name}</span>
      </span>
    )),
});

export const video: ListColumn = mark({
  id: 'video',
  name: 'Video',
  icon: 'video',
  has: (stone) => isShown(stone.photoUrl),
  action: { name: 'media', label: 'Show' },
});

/**
 * Video camera, certificate icon, and for naturals the hearts-and-arrows flag and the brand (product: Stone
 * table).
 */
export const marks = (natural: boolean): ListColumn[] => [
  video,
  mark({
    id: 'certificate',
    name: 'Certificate',
    icon: 'certificate',
    has: certificateOffered,
    action: { name: 'certificate', label: 'Certificate of' },
  }),
  ...(natural
    ? [
        mark({
          id: 'haSleeve',
          name: 'Hearts and arrows',
          icon: 'arrows',
          has: (stone) => stone.haSleeve === true,
        }),
        brand,
      ]
    : []),
];

const brand: ListColumn = {
  id: 'brand',
  label: 'Brand',
  kind: 'choice',
  symbol: true,
  unfiltered: true,
  group: 'marks',
  width: 19,
  align: 'center',
  read: (stone) => brandOf(stone.tier),
  print: (stone) => brandOf(stone.tier) ?? '',
  cell: (stone) => {
    const name = brandOf(stone.tier);
    return (
      name && (
        <span className={styles['brand']} title={name}>
          <span aria-hidden="true">{name.charAt(0)}</span>
          <span className="visually-hidden">{name}</span>
        </span>
      )
    );
  },
};

/** A small drawing of the stone; of a piece its kind. */
export const drawing: ListColumn = pictureColumn(30, (stone) => (
  <button
    type="button"
    className={styles['thumbnail']}
    data-action="inspect"
    aria-label={`Look at ${stone.virtual ? 'similar stones' : stone.parcelName}`}
    title="Look at it"
  >
    <StoneDrawing stone={stone} />
  </button>
));
