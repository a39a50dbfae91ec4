import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { canKeep, forgetKept, keepFor, keptFor } from '#web-shared/last-seen.ts';
import { onSuccessfulAnswer } from '../../lib/api-client.ts';
import { awayNow } from '../../lib/connection.ts';
import { keepSeen, type Written } from './last-seen.ts';

const LOADING_MS = 3000;
const AGAIN_MS = 60_000;

/**
 * Keeps what this user sees on this device while the session stands, so that it is there without a network (product:
 * Without a network).
 * @param owner the rights that it is read with; null: this session is not kept, and nothing of another is
 */
export function useKeepSeen(owner: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (owner === null || !canKeep()) {
      forgetKept();
      return;
    }
    keepFor(owner);
    const written: Written = new Map();
    let extended = awayNow() === null ? Date.now() : null;
    let timer: ReturnType<typeof setTimeout>;
    let busy = false;
    const stopHearing = onSuccessfulAnswer((longer) => {
      if (longer) extended = Date.now();
    });
    const keep = async (): Promise<void> => {
      if (busy || extended === null || awayNow() !== null || keptFor() !== owner) return;
      busy = true;
      try {
        await keepSeen(client, owner, written, extended);
      } catch (error) {
        // No room, or storage is blocked: the portal works, but not without a network.
        console.warn('What was seen could not be kept.', error);
      } finally {
        busy = false;
      }
    };
    const round = async (): Promise<void> => {
      const loading = client.isFetching() > 0;
      if (!loading) await keep();
      timer = setTimeout(() => void round(), loading ? LOADING_MS : AGAIN_MS);
    };
    const left = (): void => {
      if (document.visibilityState === 'hidden') void keep();
    };
    timer = setTimeout(() => void round(), LOADING_MS);
    document.addEventListener('visibilitychange', left);
    return () => {
      clearTimeout(timer);
      stopHearing();
      document.removeEventListener('visibilitychange', left);
    };
  }, [client, owner]);
}
