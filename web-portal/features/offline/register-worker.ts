import { whenIdle } from '#web-shared/when-idle.ts';

/** Keeps the built files on this device, so that the portal opens without a network; answers how to call it off. */
export function registerWorker(): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  return whenIdle(() => {
    navigator.serviceWorker
      .register('/worker.js')
      .catch((error: unknown) => console.warn('The portal will not open without a network.', error));
  });
}
