/**
 * The embedded event store for tests that want it to be as unpleasant as real servers can be. Never built into the
 * product: tests start it (testing/start-event-store.ts).
 */
import { runEventStore } from '../../run.ts';
import { bytesForPositions } from './bytes-for-positions.ts';
import { cutConnections } from './cuts.ts';
import { droppedRepeats } from './dropped-repeats.ts';
import { endlessCheckpoint } from './endless-checkpoint.ts';
import { HARSHNESS, harshnessSchema } from './harshness.ts';
import { notLeader } from './not-leader.ts';
import { smallLiveBuffer } from './small-live-buffer.ts';

const { cutEveryMs, notLeaderEvery } = harshnessSchema.parse(JSON.parse(process.env[HARSHNESS] ?? '{}'));
if (cutEveryMs !== undefined) cutConnections(cutEveryMs);

await runEventStore([
  // From the wire inwards: what stands first sees what the client sees.
  endlessCheckpoint,
  bytesForPositions,
  smallLiveBuffer,
  droppedRepeats,
  ...(notLeaderEvery === undefined ? [] : [notLeader(notLeaderEvery)]),
]);
