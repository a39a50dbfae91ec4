import { useEffect } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { ToastHost } from '#web-shared/components/toast/toast-host.tsx';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';

/** Where toasts appear, react-admin's own notifications among them. */
export function Toasts() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    const next = notifications.length > 0 ? takeNotification() : undefined;
    if (!next || typeof next.message !== 'string') return;
    const text = translate(next.message, next.notificationOptions?.messageArgs);
    if (next.type === 'success') toastSuccess(text);
    else toastFailure(text, next.type === 'info' ? 'happier' : 'error');
  }, [notifications, takeNotification, translate]);
  return <ToastHost />;
}
