import { localBus, type Bus, type OnProblem } from './bus.ts';
import { natsBus } from './nats-bus.ts';

export type { Bus, OnProblem } from './bus.ts';

/** The bus: over NATS where `natsUrl` is given, otherwise within this process. Does not wait for a connection. */
export function openBus({ natsUrl, onProblem }: { natsUrl?: string | undefined; onProblem: OnProblem }): Bus {
  return natsUrl === undefined ? localBus(onProblem) : natsBus(natsUrl, onProblem);
}
