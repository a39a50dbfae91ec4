import { closeSnackbar, SnackbarContent, SnackbarProvider, type CustomContentProps } from 'notistack';
import { useEffect, type Ref } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { Icon, type IconName } from '../icon.tsx';
import { toastFailure, toastSuccess } from './toast.ts';
import styles from './toasts.module.css';

const ICONS: Readonly<Partial<Record<CustomContentProps['variant'], IconName>>> = {
  success: 'check',
  error: 'warning',
  info: 'gem',
};

function Toast({ id, message, variant, persist, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <SnackbarContent
      ref={ref}
      role={variant === 'success' ? 'status' : 'alert'}
      className={styles['toast']}
      data-variant={variant}
    >
      <Icon name={ICONS[variant] ?? 'gem'} size={18} />
      <span className={styles['message']}>{message}</span>
      {persist && (
        <button
          type="button"
          className={styles['close']}
          aria-label="Close message"
          onClick={() => closeSnackbar(id)}
        >
          <Icon name="close" size={15} />
        </button>
      )}
    </SnackbarContent>
  );
}

/** Where toasts appear, react-admin's own notifications among them. */
export function Toasts() {
  return (
    <>
      <SnackbarProvider
        maxSnack={5}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        Components={{ success: Toast, error: Toast, info: Toast }}
        classes={{ containerRoot: styles['host']! }}
      />
      <NotificationsAsToasts />
    </>
  );
}

/** What react-admin wants to say, said as a toast. */
function NotificationsAsToasts() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    const next = notifications.length > 0 ? takeNotification() : undefined;
    if (!next || typeof next.message !== 'string') return;
    const text = translate(next.message, next.notificationOptions?.messageArgs);
    if (next.type === 'success') toastSuccess(text);
    else toastFailure(text, next.type === 'info');
  }, [notifications, takeNotification, translate]);
  return null;
}
