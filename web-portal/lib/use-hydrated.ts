import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until React has taken over a page that came as HTML: before that, its forms would be submitted by the browser. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
