import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while a page that came as HTML is not taken over yet: until then its forms could only go the wrong way. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
