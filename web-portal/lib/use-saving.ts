import { useState } from 'react';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';

/** Saves one file at a time; a failure is a toast. */
export function useSaving() {
  const [saving, setSaving] = useState<string | null>(null);
  return {
    saving,
    save: async (name: string, work: () => Promise<void>): Promise<void> => {
      setSaving(name);
      try {
        await work();
      } catch (error) {
        toastFailure(messageOf(error), 'happier');
      } finally {
        setSaving(null);
      }
    },
  };
}
