import type { Build } from './builds.ts';

/**
 * How long a process that stands by leaves what is free to the leader of the foremost, which is about to take it: of two
 * that share the projections each reads the log by itself.
 */
export const LEFT_TO_LEADER_MS = 2_000;

type Named = { readonly name: string; readonly version: number };

type Seen<Projection extends Named> = {
  /** The projections that this process does not follow. */
  missing: readonly Projection[];
  /** The live builds, by projection. */
  builds: ReadonlyMap<string, Pick<Build, 'version' | 'position'>>;
  /** Whether no process has the projection. */
  isFree: (projection: Projection) => boolean;
  /** Whether this process follows one already. */
  follows: boolean;
  /** Since when something is free that this process leaves to the leader of the foremost. */
  standingBySince: number | undefined;
  /** In milliseconds, as `standingBySince` is. */
  now: number;
};

/**
 * Pure: what a process that has looked at the projections takes up (architecture: Projections).
 * - `others` have a build of another version: each is rebuilt, or left to a newer process, and delays no other.
 * - `next` are those to take in this order, the foremost first: where it is, the group begins. None while they are left to the
 *   leader of the foremost.
 */
export function whoseTurn<Projection extends Named>({
  missing,
  builds,
  isFree,
  follows,
  standingBySince,
  now,
}: Seen<Projection>): { others: Projection[]; next: Projection[]; standingBySince: number | undefined } {
  const isOther = ({ name, version }: Projection): boolean =>
    (builds.get(name)?.version ?? version) !== version;
  const place = ({ name }: Projection): bigint => builds.get(name)?.position ?? 0n;
  const others = missing.filter(isOther);
  const inOrder = missing
    .filter((projection) => !isOther(projection))
    .toSorted((one, other) => Number(place(other) - place(one)));
  const [foremost] = inOrder;
  const free = inOrder.filter(isFree);
  if (follows || !foremost || isFree(foremost) || free.length === 0)
    return { others, next: free, standingBySince: undefined };
  const since = standingBySince ?? now;
  return { others, next: now - since < LEFT_TO_LEADER_MS ? [] : free, standingBySince: since };
}
