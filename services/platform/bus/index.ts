import { localBus, type Bus, type OnBack, type OnProblem } from './bus.ts';
import { natsBus } from './nats-bus.ts';

export type { Bus, OnProblem, Reach } from './bus.ts';

export type BusOptions = { natsUrl?: string | undefined; onProblem: OnProblem; onBack?: OnBack };

/** The bus: over NATS where `natsUrl` is given, otherwise within this process. Does not wait for a connection. */
export function openBus({ natsUrl, onProblem, onBack = () => undefined }: BusOptions): Bus {
  return natsUrl === undefined ? localBus(onProblem) : natsBus(natsUrl, onProblem, onBack);
}
