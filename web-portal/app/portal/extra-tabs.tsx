import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { Tooltip } from '#web-shared/components/tooltip/tooltip.tsx';
import { detailsQuery, type ParcelDetails } from '../../features/stones/api/get-details.ts';
import { listedRowOf, rowOf } from '../../lists/list-cache.ts';
import { formatWeight } from '../../lib/format.ts';
import type { StoneToOpen } from '../../lib/open-tabs.ts';
import { statusWhere } from '../../lists/list-kinds.ts';
import type { ListRow } from '../../lists/list-row.ts';
import { headingOf } from '../../lists/stone-facts.ts';
import { lineQuery } from './find-line.ts';
import type { ExtraTab } from './tabs.ts';
import styles from './extra-tabs.module.css';

type ExtraTabsProps = {
  /** The main tab's title, to go back to. */
  mainTitle: string;
  extras: readonly ExtraTab[];
  front: string | null;
  onShowMain: () => void;
  onShow: (key: string) => void;
  onClose: (key: string) => void;
  /** What is known of the stone of a tab by now: its line, and the numbers that head it. */
  onKnown: (stone: StoneToOpen) => void;
};

/** The strip of closable tabs; it is there only while there are any. Delete closes the one with the focus. */
export function ExtraTabs({ mainTitle, extras, front, onShowMain, ...tabActions }: ExtraTabsProps) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const selected = strip.current?.querySelector('[data-front="true"]');
    // jsdom has no such method.
    if (typeof selected?.scrollIntoView === 'function')
      selected.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [front, extras]);
  if (extras.length === 0) return null;
  return (
    <nav className={styles['strip']} aria-label="Open stones" ref={strip}>
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
        {extras.map((tab) => (
          <Tab key={tab.key} tab={tab} inFront={tab.key === front} {...tabActions} />
        ))}
      </ul>
    </nav>
  );
}

type TabProps = { tab: ExtraTab; inFront: boolean } & Pick<ExtraTabsProps, 'onShow' | 'onClose' | 'onKnown'>;

function Tab(props: TabProps) {
  const { tab } = props;
  if (tab.kind === 'page') return <TabFrame {...props} letters="" tooltip={() => [tab.header]} />;
  return <StoneTab {...props} known={tab.line} parcelName={tab.key} />;
}

/**
 * The line of a tab that a link opened is looked up, also when it is not in front; it is kept once the stone's
 * row or its details are there, and so are the numbers that they have.
 */
function StoneTab({ known, parcelName, ...props }: TabProps & { known: Line | null; parcelName: string }) {
  const client = useQueryClient();
  const { data: found } = useQuery({ ...lineQuery(client, parcelName), enabled: known === null });
  const line = known ?? found ?? null;
  const details = useDetailsRead(line ?? 'natural', parcelName);
  const stone = details ?? rowOf(client, line ?? 'natural', parcelName);
  const isKnown = stone !== undefined;
  const { shortCertNo, certNo } = stone ?? {};
  const keep = useEffectEvent(props.onKnown);
  useEffect(() => {
    // A parcel that no line shows counts as natural for now only: its line may be known later.
    if (line !== null && isKnown) keep({ parcelName, line, shortCertNo, certNo });
  }, [parcelName, line, isKnown, shortCertNo, certNo]);
  // Its row is looked up when it is shown: it may have changed, or have come, since.
  const lines = (): string[] => {
    if (details) return tooltipLines(details, 'requestable');
    const listed = listedRowOf(client, line ?? 'natural', parcelName);
    return listed ? tooltipLines(listed.row, statusWhere(listed.kind)) : [parcelName];
  };
  return <TabFrame {...props} letters={LINE_FACTS[line ?? 'natural'].tabType} tooltip={lines} />;
}

/** A stone's details once its page has read them: an observer here would cancel their first call when it goes. */
function useDetailsRead(line: Line, parcelName: string): ParcelDetails | undefined {
  const client = useQueryClient();
  const listen = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(listen, () => client.getQueryData(detailsQuery(line, parcelName).queryKey));
}

type TabFrameProps = TabProps & { letters: string; tooltip: () => string[] };

function TabFrame({ tab, inFront, onShow, onClose, letters, tooltip }: TabFrameProps) {
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') onClose(tab.key);
  };
  return (
    <li className={styles['tab']} data-front={inFront}>
      <Tooltip lines={tooltip}>
        <button
          type="button"
          className={styles['header']}
          aria-current={inFront ? 'page' : undefined}
          onClick={() => onShow(tab.key)}
          onKeyDown={closeByKey}
        >
          {letters && <small>{letters}</small>}
          {tab.header}
        </button>
      </Tooltip>
      <button
        type="button"
        className={styles['close']}
        aria-label={`Close ${tab.header}`}
        onClick={() => onClose(tab.key)}
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

/** Parcel, weight, shape, colour, clarity, cut, polish, symmetry, fluorescence and status (product: Stone tabs). */
function tooltipLines(stone: ListRow, where: 'requestable' | 'past'): string[] {
  const grades: readonly (readonly [string, string | undefined])[] = [
    ['Cut', stone.cut],
    ['Polish', stone.polish],
    ['Symmetry', stone.symmetry],
    ['Fluorescence', stone.fluorescence],
  ];
  return [
    stone.parcelName,
    headingOf(stone),
    // The heading of a stone has its weight.
    stone.piece ? `${formatWeight(stone.weight)} ct` : '',
    grades
      .filter(([, value]) => value)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    statusName(stone.status, where),
  ].filter((line) => line !== '');
}
