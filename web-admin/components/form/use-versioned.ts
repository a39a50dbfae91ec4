import { useState } from 'react';
import type { z } from 'zod';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { call } from '../../providers/http-client.ts';
import { useAct } from '../use-act.ts';
import { useSeen } from './use-seen.ts';

type Versioned<Settings> = {
  path: string;
  /** What is read, and what a save answers. */
  resource: z.ZodType<Settings & { version: string }>;
  savedNote: string;
  /** What was typed, over the settings as they are now. */
  merged: (now: Settings, read: Settings, typed: Settings) => Settings;
};

/** What was typed stays, over the settings as they are now. */
export function withTyped<Group extends object>(now: Group, read: Group, typed: Group): Group {
  const keys = Object.keys(typed) as (keyof Group)[];
  const changed = keys.filter((key) => typed[key] !== read[key]);
  return { ...now, ...Object.fromEntries(changed.map((key) => [key, typed[key]])) };
}

/** What is sent; the server says in words what is wrong with it. */
const withoutVersion = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'version'));

/**
 * A form of settings that are saved whole. Of two who save what both have read, the second is refused, reads what the
 * first saved, and can save over it.
 */
export function useVersioned<Settings extends object>(
  { path, resource, savedNote, merged }: Versioned<Settings>,
  stands: Settings & { version: string },
) {
  const [changed, setChanged] = useState<Settings | null>(null);
  const { seen, conflict, noteSaved, readAgain } = useSeen({
    queryKey: [path],
    read: () => call(path, resource, { method: 'GET' }),
    stored: stands,
    isTyped: changed !== null,
    // What is typed by now, which is more than what was sent when one typed on meanwhile.
    onConflict: (now, before) => setChanged((mine) => mine && merged(now, before, mine)),
  });
  const typed = changed ?? seen;
  const { busy, act } = useAct();
  const save = async (): Promise<string> => {
    const body = withoutVersion(typed);
    noteSaved(await call(path, resource, { method: 'PUT', body, version: seen.version }));
    setChanged(insteadOf<Settings | null>(changed, null));
    return savedNote;
  };
  return {
    typed,
    setTyped: setChanged,
    /** As they were read last. */
    read: seen,
    conflict,
    busy: busy !== null,
    unsaved: changed !== null,
    save: () => void act('save', save, readAgain),
  };
}
