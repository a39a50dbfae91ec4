import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { isWriting } from '../../components/data-table/row-controls.ts';
import type { Command } from '../../features/find/choices.ts';
import { readNumbers } from '../../lists/lookup/numbers.ts';

const Palette = lazy(() => import('../../features/find/palette.tsx'));
const PasteList = lazy(() => import('../../features/find/paste-list.tsx'));
const Shortcuts = lazy(() => import('../../features/find/shortcuts.tsx'));

type Opened = { kind: 'palette' | 'shortcuts' } | { kind: 'numbers'; pasted: string } | null;

/** True where keys and pastes belong to what is in front: a field, or a dialog over the page. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role=dialog]') !== null || isWriting(target);

/**
 * The search over everything, the pasted list and the shown shortcuts, with the keys that open them (product: Find).
 * `commands`: what else the palette does. Answers how to open it, and its dialogs.
 */
export function useFind(commands: readonly Command[]): { openFind: () => void; dialogs: ReactNode } {
  const [opened, setOpened] = useState<Opened>(null);
  const close = useCallback(() => setOpened(null), []);
  const openFind = useCallback(() => setOpened({ kind: 'palette' }), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const find = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (find) {
        event.preventDefault();
        setOpened((before) => (before?.kind === 'palette' ? null : { kind: 'palette' }));
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTaken(event.target)) {
        event.preventDefault();
        setOpened({ kind: 'shortcuts' });
      }
    };
    const onPaste = (event: ClipboardEvent): void => {
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (isTaken(event.target) || readNumbers(pasted).length === 0) return;
      event.preventDefault();
      setOpened({ kind: 'numbers', pasted });
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  const all: readonly Command[] = [
    {
      label: 'Paste or scan a list of numbers',
      keys: 'Ctrl V',
      run: () => setOpened({ kind: 'numbers', pasted: '' }),
    },
    { label: 'Keyboard shortcuts', keys: '?', run: () => setOpened({ kind: 'shortcuts' }) },
    ...commands,
  ];
  return {
    openFind,
    dialogs: opened && (
      <Suspense fallback={null}>
        {opened.kind === 'palette' && <Palette commands={all} onClose={close} />}
        {opened.kind === 'numbers' && <PasteList pasted={opened.pasted} onClose={close} />}
        {opened.kind === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    ),
  };
}
