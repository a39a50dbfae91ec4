import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { call, statusOf } from '../../providers/http-client.ts';
import { useAct } from '../use-act.ts';

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
  const client = useQueryClient();
  const [typed, setTyped] = useState<Settings>(stands);
  const [read, setRead] = useState(stands);
  const [kept, setKept] = useState<Settings>(stands);
  const [conflict, setConflict] = useState<{ message: string; before: Settings } | null>(null);
  const { busy, act } = useAct();
  const note = (now: Settings & { version: string }): void => {
    client.setQueryData([path], now);
    setRead(now);
  };
  const readAgain = async (failure: unknown): Promise<boolean> => {
    if (statusOf(failure) !== 409) return false;
    const now = await call(path, resource, { method: 'GET' });
    // What is typed by now, which is more than what was sent when one typed on meanwhile.
    setTyped((mine) => merged(now, read, mine));
    setConflict({ message: messageOf(failure), before: read });
    note(now);
    return true;
  };
  const save = async (): Promise<string> => {
    const body = withoutVersion(typed);
    note(await call(path, resource, { method: 'PUT', body, version: read.version }));
    setKept(typed);
    setConflict(null);
    return savedNote;
  };
  return {
    typed,
    setTyped,
    /** As they were read last. */
    read,
    conflict,
    busy: busy !== null,
    unsaved: typed !== kept,
    save: () => void act('save', save, readAgain),
  };
}
