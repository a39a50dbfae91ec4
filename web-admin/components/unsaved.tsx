import { useEffect, useEffectEvent } from 'react';
import { useBlocker, useTranslate } from 'react-admin';

/**
 * Stands where something was typed that is not saved: who leaves, by a link, by Back or by closing the tab, is asked
 * first, in the words of the record forms, which guard themselves.
 */
export function Unsaved() {
  const translate = useTranslate();
  const { state, proceed, reset } = useBlocker(true);
  const ask = useEffectEvent(() => {
    if (window.confirm(translate('ra.message.unsaved_changes'))) proceed?.();
    else reset?.();
  });
  useEffect(() => {
    if (state === 'blocked') ask();
  }, [state]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, []);
  return null;
}
