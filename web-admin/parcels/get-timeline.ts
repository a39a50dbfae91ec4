import { timelineReply, type Timeline } from '#contracts/api/history.ts';
import { call } from '../providers/http-client.ts';

/** GET /api/parcels/{name}/timeline, as it was known at a log position, instant or day; at the newest when left out. */
export function getTimeline(
  parcelName: string,
  knownAt: string | undefined,
  signal: AbortSignal,
): Promise<Timeline> {
  const query = knownAt === undefined ? '' : `?${new URLSearchParams({ knownAt }).toString()}`;
  const path = `/api/parcels/${encodeURIComponent(parcelName)}/timeline${query}`;
  return call(path, timelineReply, { method: 'GET', signal });
}
