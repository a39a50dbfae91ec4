import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import styles from './list-page.module.css';

/** Filters a list as one types; `/` goes there, Escape clears it. */
export function SearchBox({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext();
  const applied = typeof filterValues['q'] === 'string' ? filterValues['q'] : '';
  const [text, setText] = useState(applied);
  const [before, setBefore] = useState(applied);
  const input = useRef<HTMLInputElement>(null);
  // Cleared elsewhere, or by going back: the box follows. While one types, the list follows the box.
  if (applied !== before) {
    setBefore(applied);
    if (applied === '' || text === '') setText(applied);
  }
  useEffect(() => goThereBySlash(input.current), []);
  const filter = (value: string): void => {
    setText(value);
    const { q: _, ...others } = filterValues;
    setFilters(value === '' ? others : { ...others, q: value }, [], true);
  };
  return (
    <label className={styles['search']}>
      <span className="visually-hidden">{label}</span>
      <Icon name="search" size={15} />
      <input
        ref={input}
        type="search"
        placeholder={label}
        value={text}
        onChange={(event) => filter(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && filter('')}
      />
    </label>
  );
}

/** Puts the cursor into the box when `/` is pressed outside of a field. Answers how to stop. */
function goThereBySlash(input: HTMLInputElement | null): () => void {
  const press = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || typing) return;
    event.preventDefault();
    input?.focus();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
