import { Icon } from '#web-shared/components/icon/icon.tsx';
import { IconButton } from '#web-shared/components/button/button.tsx';
import styles from './client-view.module.css';

type Props = { on: boolean; onToggle: () => void };

/** The one gesture that hides one's own prices from a client who looks on (product: Client view). */
export const ClientViewButton = ({ on, onToggle }: Props) => (
  <button type="button" className={styles['button']} aria-pressed={on} onClick={onToggle}>
    <Icon name="eye" size={15} />
    <span>Client view</span>
    <kbd aria-hidden="true">Alt P</kbd>
  </button>
);

/** The same button for small screens. */
export const ClientViewIcon = ({ on, onToggle }: Props) => (
  <IconButton icon="eye" label="Client view" aria-pressed={on} onClick={onToggle} />
);
