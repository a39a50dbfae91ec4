import { useEffect, useEffectEvent } from 'react';
import { useBlocker, useTranslate } from 'react-admin';
import { useAskBeforeUnload } from '#web-shared/use-ask-before-unload.ts';

/** How many guards stand now, and whether one was asked and leaves. */
const guards = { standing: 0, leaving: false, whenGone: null as (() => void) | null };

/**
 * Stands where something was typed that is not saved, once or more on a page: who leaves, by a link, by Back or by
 * closing the tab, is asked first, and once.
 */
export function Unsaved() {
  const translate = useTranslate();
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => !guards.leaving && !isSamePage(currentLocation, nextLocation),
  );
  const ask = useEffectEvent(() => {
    if (window.confirm(translate('ra.message.unsaved_changes'))) proceed?.();
    else reset?.();
  });
  useEffect(() => {
    if (state === 'blocked') ask();
  }, [state]);
  useAskBeforeUnload(true);
  useEffect(() => {
    guards.standing += 1;
    return () => {
      guards.standing -= 1;
      if (guards.standing === 0) allGone();
    };
  }, []);
  return null;
}

function allGone(): void {
  guards.leaving = false;
  const next = guards.whenGone;
  guards.whenGone = null;
  next?.();
}

/** Does it once nothing on the page is typed and not saved; the last that is asked for counts. */
export function onceSaved(next: () => void): void {
  if (isUnsaved()) guards.whenGone = next;
  else next();
}

/** Whether something was typed on this page that is not saved. */
export const isUnsaved = (): boolean => guards.standing > 0;

/** The tab of the page one is on leads nowhere else; what is asked for in the address may show other things. */
const isSamePage = (one: Address, other: Address): boolean =>
  one.pathname === other.pathname && one.search === other.search;

type Address = { pathname: string; search: string };

/**
 * For what cannot be taken back once the page is left: `mayLeave` asks as the guards would, if any stands, and `leave`
 * lets the navigation that follows pass.
 */
export function useLeaving() {
  const translate = useTranslate();
  return {
    mayLeave: (): boolean => !isUnsaved() || window.confirm(translate('ra.message.unsaved_changes')),
    leave: (): void => void (guards.leaving = isUnsaved()),
  };
}
