import {
  feedSourceRequest,
  type FeedSourceRequest,
  type FeedSourceResource,
} from '#contracts/api/feed-sources.ts';
import { FEED_INTERVALS, WEEKDAYS, type Weekday } from '#contracts/vendor/feed-schedule.ts';

/** The source as the form has it: a field keeps its text while another choice hides it. */
export type SourceDraft = {
  type: 'NONE' | 'FOLDER' | 'HTTPS';
  folder: string;
  url: string;
  kind: FeedSourceRequest['kind'];
  /** NEVER, DAY, or hours. */
  often: string;
  at: string;
  days: readonly Weekday[];
};

/** The form of a saved source, or of none. */
export function draftOf({ place, kind, schedule }: FeedSourceResource): SourceDraft {
  const often = schedule ? (schedule.everyHours === null ? 'DAY' : String(schedule.everyHours)) : 'NEVER';
  return {
    type: place?.type ?? 'NONE',
    folder: place?.type === 'FOLDER' ? place.folder : '',
    url: place?.type === 'HTTPS' ? place.url : '',
    kind,
    often: place ? often : 'DAY',
    at: schedule?.at ?? '06:00',
    days: schedule?.days ?? WEEKDAYS,
  };
}

/** What is sent for it; null where people send the files. */
export function requestOf({
  type,
  folder,
  url,
  kind,
  often,
  at,
  days,
}: SourceDraft): FeedSourceRequest | null {
  if (type === 'NONE') return null;
  const place = type === 'FOLDER' ? ({ type, folder } as const) : ({ type, url } as const);
  if (often === 'NEVER') return { place, kind, schedule: null };
  const everyHours = FEED_INTERVALS.find((hours) => String(hours) === often) ?? null;
  return { place, kind, schedule: { days: [...days], at, everyHours } };
}

/** What keeps the form from being saved, in a sentence; null: nothing. */
export function problemOf(draft: SourceDraft): string | null {
  const request = requestOf(draft);
  if (!request) return null;
  if (draft.type === 'HTTPS' && !draft.url.startsWith('https://'))
    return 'Give an address that begins with https://.';
  return feedSourceRequest.safeParse(request).error?.issues[0]?.message ?? null;
}
