import { useId, type ReactNode } from 'react';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { TextArea } from '#web-shared/components/field/field.tsx';
import { WideDialog } from '../wide-dialog.tsx';
import { withNumbers } from './numbers.ts';
import { Scan } from './scan.tsx';
import styles from './lookup.module.css';

type NumbersDialogProps = {
  title: string;
  about: string;
  /** The numbers as they were pasted, typed or scanned. */
  text: string;
  onText: (text: string) => void;
  /** How many numbers are in the text, and how many of them are looked up at most. */
  count: number;
  most: number;
  /** What became of the numbers. */
  results: ReactNode;
  /** At the foot: what it comes to, and what can be done. */
  children: ReactNode;
  onClose: () => void;
};

/** A dialog into which numbers are pasted, typed or scanned, beside what became of them. */
export function NumbersDialog(props: NumbersDialogProps) {
  const { title, about, text, onText, count, most, results, children, onClose } = props;
  const heading = useId();
  return (
    <WideDialog labelledBy={heading} onClose={onClose} maxWidth="lg">
      <div className={styles['dialog']}>
        <ModalHead id={heading} title={title} about={about} onClose={onClose} />
        <div className={styles['numbers']}>
          <div className={styles['written']}>
            <TextArea
              label="Numbers"
              autoFocus
              spellCheck={false}
              value={text}
              hint={hintOf(count, most)}
              onChange={({ target }) => onText(target.value)}
            />
            <Scan onNumbers={(scanned) => onText(withNumbers(text, scanned))} />
          </div>
          {results}
        </div>
        <footer className={styles['foot']}>{children}</footer>
      </div>
    </WideDialog>
  );
}

const hintOf = (count: number, most: number): string =>
  formatNumberOf(count, ['number', 'numbers']) +
  (count > most ? `: the first ${formatCount(most)} are looked up.` : '');
