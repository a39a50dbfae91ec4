import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { useOpenTabs } from '../../lib/open-tabs.ts';
import { attributesQuery } from '../../lists/api/get-attributes.ts';
import { choicesFor, type Choice, type Command } from './choices.ts';
import { readQuery } from './query.ts';
import { useEntries } from '../../lists/lookup/use-entries.ts';
import styles from './find.module.css';

const NO_LISTS: AttributeLists = {
  shapes: [],
  colours: [],
  clarities: [],
  fluorescences: [],
  grades: [],
  fancyColours: [],
  fancyOvertones: [],
  fancyIntensities: [],
  tiers: [],
};

/** One search over all lines and lists, and the shell's commands (product: Find). Enter does what is marked. */
export default function Palette({
  commands,
  onClose,
}: {
  commands: readonly Command[];
  onClose: () => void;
}) {
  const id = useId();
  const { openStoneTab, showList, showFiltered } = useOpenTabs();
  const attributes = useQuery(attributesQuery).data ?? NO_LISTS;
  const { entries, lists, loading, error, retry } = useEntries();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const asked = useDeferredValue(text);
  const query = useMemo(() => readQuery(asked, attributes), [asked, attributes]);
  const groups = useMemo(
    () => choicesFor(asked, query, { entries, lists }, commands),
    [asked, query, entries, lists, commands],
  );
  const choices = groups.flatMap((group) => group.choices);
  const place = Math.min(marked, choices.length - 1);
  const list = useRef<HTMLDivElement>(null);

  const choose = ({ does }: Choice): void => {
    onClose();
    if (does.kind === 'run') does.run();
    else if (does.kind === 'open') openStoneTab({ ...does.entry.row, line: does.entry.line });
    else if (does.filters === null) showList(does.list.kind, does.list.line);
    else showFiltered(does.list.kind, does.list.line, does.filters);
  };
  const move = (to: number): void => {
    if (choices.length === 0) return;
    const next = (to + choices.length) % choices.length;
    setMarked(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  // What is marked follows what is typed a moment later: until then it is the first that is found.
  const markedNow = (): Choice | undefined =>
    asked === text
      ? choices[place]
      : choicesFor(text, readQuery(text, attributes), { entries, lists }, commands)[0]?.choices[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    const choice = event.key === 'Enter' ? markedNow() : undefined;
    if (event.key === 'ArrowDown') move(place + 1);
    else if (event.key === 'ArrowUp') move(place - 1);
    else if (choice) choose(choice);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby={`${id}-title`}
      className={styles['palette']}
    >
      <h2 id={`${id}-title`} className="visually-hidden">
        Find
      </h2>
      <div className={styles['search']}>
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label="Find"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-choices`}
          aria-activedescendant={choices.length > 0 ? `${id}-${place}` : undefined}
          aria-autocomplete="list"
          aria-describedby={`${id}-understood`}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder="Certificate, parcel or 1.5 oval F vs1"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <p id={`${id}-understood`} className={styles['understood']} role="status">
        {query.understood.length > 0 && query.understood.join(' · ')}
        {choices.length === 0 && !error && (loading ? ' Loading…' : ' 0 found')}
      </p>
      <div id={`${id}-choices`} className={styles['choices']} role="listbox" aria-label="Found" ref={list}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={styles['group']} aria-hidden="true">
              {group.title}
            </p>
            {group.choices.map((choice) => {
              const index = choices.indexOf(choice);
              return (
                <button
                  type="button"
                  key={choice.key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === place}
                  className={styles['choice']}
                  onClick={() => choose(choice)}
                  onPointerMove={() => setMarked(index)}
                >
                  <span>
                    <strong>{choice.label}</strong>
                    {choice.detail && <small>{choice.detail}</small>}
                  </span>
                  {choice.figure && <span className={styles['figure']}>{choice.figure}</span>}
                </button>
              );
            })}
          </div>
        ))}
      </div>
      {error && <CouldNotLoad what="Some of your lists" error={error} retry={retry} />}
    </Dialog>
  );
}
