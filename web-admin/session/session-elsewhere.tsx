import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { onSessionElsewhere } from '#web-shared/browser-session.ts';
import { isUnsaved } from '../components/unsaved.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';

/**
 * Shows the pages as the user sees them who has signed in in another window of this browser: every call is that user's
 * from then on. What is typed and not saved stays, with a word about it.
 */
export function SessionElsewhere() {
  const queries = useQueryClient();
  const user = useSignedIn();
  const begin = useEffectEvent((isOf: (username: string) => boolean) => {
    if (!user || isOf(user.username)) return;
    if (isUnsaved())
      toastFailure('Another user has signed in in this browser. What you save now is saved in that name.');
    else void queries.resetQueries();
  });
  useEffect(() => onSessionElsewhere((isOf) => begin(isOf)), []);
  return null;
}
