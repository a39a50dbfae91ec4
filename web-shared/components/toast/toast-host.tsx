import {
  closeSnackbar,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
  type CustomContentProps,
} from 'notistack';
import { useEffect, useRef, useState, type Ref } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import { hostToasts } from './toast.ts';
import { useLeaving } from './use-leaving.ts';
import { useMessageKey } from './use-message-key.ts';
import styles from './toast-host.module.css';

const ICONS: Readonly<Partial<Record<CustomContentProps['variant'], IconName>>> = {
  success: 'check',
  error: 'warning',
  info: 'stone',
};

/** The most at a time: beyond them the oldest goes, also one that stays until it is closed. */
const MOST = 10;

type ToastProps = CustomContentProps & {
  ref?: Ref<HTMLDivElement>;
  onUndo?: () => void;
  onMemo?: () => void;
};

function Toast({ id, message, variant, persist, onUndo, onMemo, ref }: ToastProps) {
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => keepRoom(words.current?.closest<HTMLElement>(`.${styles['host']}`) ?? null), []);
  const leaving = useLeaving(id, persist ?? false);
  const close = (): void => closeSnackbar(id);
  const isUsed = useRef(false);
  /** The message goes with what is pressed in it, and is pressed once, however fast a second press follows. */
  const press = (run: () => void): void => {
    if (isUsed.current) return;
    isUsed.current = true;
    close();
    run();
  };
  const actions = [
    // The failure goes with the try that follows it; a success still has its Undo.
    { label: 'Memo', run: onMemo, stays: variant === 'success' },
    { label: 'Undo', run: onUndo, stays: false },
  ];
  return (
    <SnackbarContent
      ref={ref}
      role={variant === 'success' ? 'status' : 'alert'}
      className={styles['toast']}
      data-variant={variant}
      {...leaving}
    >
      <Icon name={ICONS[variant] ?? 'stone'} size={18} />
      <span ref={words} className={styles['message']}>
        {message}
      </span>
      {actions.map(
        ({ label, run, stays }) =>
          run && (
            <button
              key={label}
              type="button"
              className={styles['undo']}
              onClick={() => (stays ? run() : press(run))}
            >
              {label}
            </button>
          ),
      )}
      {persist && (
        <button type="button" className={styles['close']} aria-label="Close message" onClick={close}>
          <Icon name="close" size={15} />
        </button>
      )}
    </SnackbarContent>
  );
}

/**
 * Gives how high the messages are to the page as `--toasts`, for a dialog that is the whole screen to begin beneath
 * them. Returns what to call when one of them is gone.
 */
function keepRoom(host: HTMLElement | null): (() => void) | undefined {
  if (!host || typeof ResizeObserver === 'undefined') return undefined;
  const { style } = document.documentElement;
  const measure = (): void => {
    if (host.isConnected) style.setProperty('--toasts', `${host.offsetHeight}px`);
    else style.removeProperty('--toasts');
  };
  const observer = new ResizeObserver(measure);
  observer.observe(host);
  measure();
  return () => {
    observer.disconnect();
    measure();
  };
}

/**
 * Where toasts stand in the document: beside the page, in an element without meaning of its own. A dialog hides the
 * page from screen readers while it is open, and would hide its own messages with it; a slot it leaves alone.
 */
function besideThePage(): HTMLElement {
  const there = document.querySelector<HTMLElement>('body > slot[data-toasts]');
  if (there) return there;
  const place = document.createElement('slot');
  place.dataset['toasts'] = '';
  document.body.append(place);
  return place;
}

/**
 * Where toasts appear. `info` is the happier style for failures that a person can act on (product: Error
 * catalogue).
 */
export function ToastHost() {
  const [place] = useState(() => (typeof document === 'undefined' ? undefined : besideThePage()));
  useMessageKey(place);
  useEffect(() => hostToasts({ show: enqueueSnackbar, close: closeSnackbar }), []);
  return (
    <SnackbarProvider
      {...(place && { domRoot: place })}
      maxSnack={MOST}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      Components={{ success: Toast, error: Toast, info: Toast }}
      classes={{ containerRoot: styles['host']! }}
    />
  );
}
