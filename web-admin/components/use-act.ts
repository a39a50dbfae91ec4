import { useState } from 'react';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { statusOf } from '../providers/http-client.ts';

/** Runs one action at a time: which is under way, how it ended as a toast. */
export function useAct() {
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    /** `work` answers the words for its success. */
    act: async (name: string, work: () => Promise<string>): Promise<boolean> => {
      setBusy(name);
      try {
        toastSuccess(await work());
        return true;
      } catch (error) {
        toastFailure(messageOf(error), statusOf(error) === 402 ? 'happier' : 'error');
        return false;
      } finally {
        setBusy(null);
      }
    },
  };
}
