import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { Icon } from '../../components/icon/icon.tsx';
import { Tooltip } from '../../components/tooltip/tooltip.tsx';
import { detailsQuery } from '../../features/stones/api/get-details.ts';
import { rowOf } from '../../features/stones/list-cache.ts';
import { shapeNameOf } from '../../features/stones/stone-facts.ts';
import { formatWeight } from '../../lib/format.ts';
import type { StoneTab } from './tabs.ts';
import styles from './stone-tabs.module.css';

type StoneTabsProps = {
  /** The main tab's title, to go back to. */
  mainTitle: string;
  stones: readonly StoneTab[];
  front: string | null;
  onShowMain: () => void;
  onShow: (parcelName: string) => void;
  onClose: (parcelName: string) => void;
};

/** The strip of open stones; it is there only while stones are open. Delete closes the one with the focus. */
export function StoneTabs({ mainTitle, stones, front, onShowMain, onShow, onClose }: StoneTabsProps) {
  if (stones.length === 0) return null;
  return (
    <nav className={styles['strip']} aria-label="Open stones">
      <ul>
        <li className={styles['tab']} data-front={front === null}>
          <button
            type="button"
            className={styles['header']}
            aria-current={front === null ? 'page' : undefined}
            onClick={onShowMain}
          >
            {mainTitle}
          </button>
        </li>
        {stones.map((tab) => (
          <Tab
            key={tab.parcelName}
            tab={tab}
            inFront={tab.parcelName === front}
            onShow={onShow}
            onClose={onClose}
          />
        ))}
      </ul>
    </nav>
  );
}

function Tab({
  tab,
  inFront,
  onShow,
  onClose,
}: {
  tab: StoneTab;
  inFront: boolean;
  onShow: (parcelName: string) => void;
  onClose: (parcelName: string) => void;
}) {
  const client = useQueryClient();
  const { data } = useQuery({ ...detailsQuery(tab.line, tab.parcelName), enabled: false });
  const { tabType } = LINE_FACTS[tab.line];
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') onClose(tab.parcelName);
  };
  return (
    <li className={styles['tab']} data-front={inFront}>
      <Tooltip lines={() => tooltipLines(tab, data ?? rowOf(client, tab.line, tab.parcelName))}>
        <button
          type="button"
          className={styles['header']}
          aria-current={inFront ? 'page' : undefined}
          onClick={() => onShow(tab.parcelName)}
          onKeyDown={closeByKey}
        >
          {tabType && <small>{tabType}</small>}
          {tab.header}
        </button>
      </Tooltip>
      <button
        type="button"
        className={styles['close']}
        aria-label={`Close ${tab.header}`}
        onClick={() => onClose(tab.parcelName)}
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

/** Parcel, weight, shape, colour, clarity, cut, polish, symmetry, fluorescence and status (specification, section 2.2). */
function tooltipLines(tab: StoneTab, stone: Stone | undefined): string[] {
  if (!stone) return [tab.parcelName];
  const grades: readonly (readonly [string, string | undefined])[] = [
    ['Cut', stone.cut],
    ['Polish', stone.polish],
    ['Symmetry', stone.symmetry],
    ['Fluorescence', stone.fluorescence],
  ];
  return [
    stone.parcelName,
    [`${formatWeight(stone.weight)} ct`, shapeNameOf(stone), stone.colourText ?? stone.colour, stone.clarity]
      .filter(Boolean)
      .join(' '),
    grades
      .filter(([, value]) => value)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    statusName(stone.status, 'requestable'),
  ].filter((line) => line !== '');
}
