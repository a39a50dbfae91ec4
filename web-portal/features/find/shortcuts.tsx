import { Modal } from '#web-shared/components/overlay/modal.tsx';
import styles from './find.module.css';

type Shortcut = readonly [keys: string, what: string];

const SHORTCUTS: readonly (readonly [title: string, keys: readonly Shortcut[]])[] = [
  [
    'Everywhere',
    [
      ['Ctrl K', 'Find a stone, a list or a command'],
      ['Ctrl V', 'Look up the numbers that were copied'],
      ['Alt P', 'Client view: your prices hidden, or shown again'],
      ['F6', 'To the newest message, and back'],
      ['?', 'These shortcuts'],
      ['Esc', 'Close what is open'],
    ],
  ],
  [
    'In a list',
    [
      ['/', 'To the filters'],
      ['↑ ↓', 'From row to row, and on to the next page'],
      ['Home End', 'First and last row of the page'],
      ['Page ↑ ↓', 'Page by page'],
      ['Space', 'Select the row'],
      ['Shift Space', 'Select from the last row to this one'],
      ['Enter', 'Open the row'],
      ['Esc', 'Clear the selection'],
    ],
  ],
];

/** What the keys do (product: Find). */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" maxWidth="xs" className={styles['dialog']} onClose={onClose}>
      {SHORTCUTS.map(([title, keys]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles['group']}>{title}</h3>
          <dl className={styles['keys']}>
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
