import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore } from '../event-store/index.ts';
import { sample, secondsSince, worseWhenMore, type MetricSource, type Sample } from '../metrics/index.ts';
import { readLog, checkpointProblem } from '../log-identity.ts';
import type { Reactor } from './reactor.ts';
import { reactorStatus, waitingReactors } from './tasks.ts';
import { looksForUntaken } from './untaken-events.ts';

const backlog = worseWhenMore(
  'vitrine_reactor_backlog_events',
  'Events recorded and not yet reacted to; of those not yet taken from the log only the next 200 events are looked at.',
);
const oldest = worseWhenMore(
  'vitrine_reactor_oldest_seconds',
  'Age of the oldest event not yet reacted to, or how long the reactor has waited for an order; 0 when there is neither.',
);
const failing = worseWhenMore('vitrine_reactor_failing_events', 'Events whose reaction has failed so far.');

/**
 * What the reactors have still to do, from their checkpoints, their tasks and the log: also where none of them runs. One
 * that waits for an order reacts to nothing, so that its time of waiting counts as its age; a checkpoint of another log
 * says nothing of this one, so that all of it is still to be done.
 */
export function reactorMetrics(
  { db, events, clock }: { db: Db; events: EventStore; clock: Clock },
  reactors: readonly Pick<Reactor, 'name' | 'eventTypes' | 'concerns' | 'startAt'>[],
): MetricSource {
  const families = [backlog, oldest, failing];
  const look = looksForUntaken(events);
  return {
    families,
    always: families.flatMap(({ name }) =>
      reactors.map((reactor) => ({ family: name, labels: { reactor: reactor.name } })),
    ),
    async read() {
      const [rows, orders] = await Promise.all([reactorStatus(db), waitingReactors(db)]);
      // After the checkpoints: one that moves on meanwhile would seem to lie beyond the end.
      const [log, head] = await Promise.all([readLog(events), events.headPosition()]);
      const untakenAfter = look(log, head);
      const samples = await Promise.all(
        reactors.map(async (reactor): Promise<Sample[]> => {
          const { name, startAt } = reactor;
          const row = rows.find((one) => one.reactor === name);
          const since = orders.find((one) => one.reactor === name)?.since ?? null;
          const kept = row && { position: BigInt(row.position), logId: row.logId };
          const after = kept && checkpointProblem(kept, log) === null ? kept.position : 0n;
          const untaken =
            since === null && row === undefined && startAt === 'head'
              ? { count: 0, oldest: null }
              : await untakenAfter(reactor, after);
          const labels = { reactor: name };
          return [
            sample(backlog.name, labels, (row?.waiting ?? 0) + untaken.count),
            sample(oldest.name, labels, secondsSince(since ?? row?.oldest ?? untaken.oldest, clock())),
            sample(failing.name, labels, row?.failing ?? 0),
          ];
        }),
      );
      return samples.flat();
    },
  };
}
