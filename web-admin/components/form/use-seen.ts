import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { codeOf } from '../../providers/http-client.ts';

type Seen<Resource> = {
  /** Under which the cache keeps it, and how it is read. */
  queryKey: readonly unknown[];
  read: () => Promise<Resource>;
  /** As it was read last. */
  stored: Resource;
  /** Something was typed over it: what is read from then on is not what was seen. */
  isTyped: boolean;
  /** Has the page keep what was typed over what somebody else has saved. */
  onConflict?: (now: Resource, before: Resource) => void;
};

/**
 * What was on the page when one began to type, which (or whose version) a save gives back. Of two who save over the same the second
 * gets a message; what the first saved is read, and can be saved over.
 */
export function useSeen<Resource>(options: Seen<Resource>) {
  const { queryKey, read, stored, isTyped, onConflict } = options;
  const client = useQueryClient();
  const [seen, setSeen] = useState(stored);
  const [conflict, setConflict] = useState<{ message: string; before: Resource } | null>(null);
  // A saved one is seen before it has come back as what is stored.
  const [followed, setFollowed] = useState(stored);
  if (!isTyped && followed !== stored) {
    setFollowed(stored);
    setSeen(stored);
  }
  const note = (now: Resource): void => {
    client.setQueryData(queryKey, now);
    setSeen(now);
  };
  return {
    seen,
    conflict,
    dropConflict: (): void => setConflict(null),
    noteSaved: (now: Resource): void => {
      note(now);
      setConflict(null);
    },
    /** Of a failed save: whether it is shown as a conflict. */
    readAgain: async (failure: unknown): Promise<boolean> => {
      if (codeOf(failure) !== 'CHANGED_MEANWHILE') return false;
      const now = await read();
      setConflict({ message: messageOf(failure), before: seen });
      onConflict?.(now, seen);
      note(now);
      return true;
    },
  };
}
