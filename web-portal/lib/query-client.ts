import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { mayReadAgain, maySendAgain, retryDelay } from '#web-shared/http/read-again.ts';
import { awayNow } from './connection.ts';
import {
  CallFailed,
  isAway,
  isLost,
  isOutage,
  saysNothingOfSession,
  reactionTo,
  type Reaction,
} from './failures.ts';
import { noteShown } from './unless-failed.ts';
import { NO_MESSAGE } from '#web-shared/formats/message-of.ts';
import { SESSION_EXPIRED } from '#contracts/api/headers.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `handled`: the caller shows the failure itself; with 'refusals' only a refusal (402) and an outage, so that
     * anything else ends the session as it does elsewhere. `operation`: what it is called in the loading overlay
     * while it runs; queries of lists and details have their names without it. `failure`: the words shown when it fails,
     * instead of the server's; who is signed out stays the same. `background`: it goes on beside other work, and is not in
     * the loading overlay. `repeats`: asked for again by itself until it is there; once it has failed, it is not in
     * the loading overlay again.
     */
    queryMeta: { handled?: Handled; operation?: string; repeats?: boolean };
    mutationMeta: { handled?: Handled; operation?: string; failure?: string; background?: boolean };
  }
}

type Handled = boolean | 'refusals';

/**
 * The cache of the server's answers. Live changes keep it fresh, so nothing is requested again just because
 * time passed. `react` learns what each failure leads to, after the last retry; refreshing what is already on
 * the screen, be it a refusal, is background work, which ends no session (rule: Failures that never sign out).
 */
export function createQueryClient(react: (reaction: Reaction) => void): QueryClient {
  const report = (error: Error, background: boolean, failure?: string): void => {
    const reaction =
      error instanceof CallFailed
        ? reactionTo(error.failure, background)
        : background
          ? null
          : { message: error.message || NO_MESSAGE, style: 'error' as const, signOut: false };
    if (!reaction) return;
    const ownWords = failure !== undefined && reaction.message !== SESSION_EXPIRED;
    react(ownWords ? { ...reaction, message: failure, style: 'error' } : reaction);
  };
  /** Queries whose refusal their page shows: reading one again is background work as well, as where no line has a parcel. */
  const refused = new WeakSet<object>();
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Without a connection the page says so once, over everything.
        if (isOutage(error) && awayNow() !== null) return;
        const { handled } = query.meta ?? {};
        if (!isHandled(error, handled)) report(error, query.state.data !== undefined || refused.has(query));
        else if (handled === 'refusals' && !isOutage(error)) refused.add(query);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        noteShown(error);
        if (!isHandled(error, mutation.meta?.handled)) report(error, false, mutation.meta?.failure);
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => mayReadAgain(failures, isLost(error), isAway(error)),
        retryDelay,
        staleTime: Infinity,
        gcTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: {
        retry: (failures, error) => maySendAgain(failures, isLost(error)),
        retryDelay,
        networkMode: 'always',
      },
    },
  });
}

function isHandled(error: Error, handled: Handled = false): boolean {
  if (handled !== 'refusals') return handled;
  return saysNothingOfSession(error);
}
