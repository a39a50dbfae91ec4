import { useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { toastError } from './toast-error.ts';

/** Runs one action at a time: which is under way, how it ended as a toast. Another meanwhile is not begun. */
export function useAct() {
  const [busy, setBusy] = useState<string | null>(null);
  const running = useRef(false);
  return {
    busy,
    /** `work` answers the words for its success, null where there are none; `reports` true when the caller shows this failure. */
    act: async (
      name: string,
      work: () => Promise<string | null>,
      reports?: (failure: unknown) => Promise<boolean>,
    ): Promise<boolean> => {
      if (running.current) return false;
      running.current = true;
      setBusy(name);
      try {
        const words = await work();
        if (words !== null) toastSuccess(words);
        return true;
      } catch (error) {
        // A failure of the report is shown as well.
        const isShown = await reports?.(error).catch(toastError);
        if (isShown !== true) toastError(error);
        return false;
      } finally {
        running.current = false;
        setBusy(null);
      }
    },
  };
}

/** The same for an action on a row of a list, which is read again whatever the outcome. */
export function useActOnList() {
  const { busy, act } = useAct();
  const { refetch } = useListContext();
  return {
    busy,
    act: async (name: string, work: () => Promise<string>): Promise<void> => {
      await act(name, work);
      await refetch();
    },
  };
}
