import { setTimeout as sleep } from 'node:timers/promises';
import { liveChange } from '#contracts/api/live-changes.ts';

/** What a page would have heard of, and when (milliseconds, as performance.now). */
export type ChangeWatch = {
  /** True when the page heard of a change to the parcel, or to everything, between the two moments. */
  heard(parcelName: string, from: number, until: number): boolean;
  /** True when the page heard that its own customer changed: it loads everything again. */
  heardOfItself(from: number, until: number): boolean;
  stop(): Promise<void>;
};

const AGAIN_MS = 200;

/** Listens to live changes as a page does: at one address until it ends, then at the next, from where it was. */
export function watchChanges(addresses: readonly string[], token: string): ChangeWatch {
  const stopping = new AbortController();
  const named = new Map<string, number[]>();
  const everything: number[] = [];
  const itself: number[] = [];
  let known: string | undefined;

  const hear = (text: string): void => {
    known = /^id: (\d+)$/m.exec(text)?.[1] ?? known;
    const [, data] = /^event: change\ndata: (.*)$/m.exec(text) ?? [];
    if (data === undefined) return;
    const now = performance.now();
    const change = liveChange.parse(JSON.parse(data));
    if (change.customer) itself.push(now);
    for (const { parcels } of change.lines) {
      if (parcels === null) everything.push(now);
      for (const name of parcels ?? []) named.set(name, [...(named.get(name) ?? []), now]);
    }
  };

  const listen = async (address: string): Promise<void> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(known !== undefined && { 'last-event-id': known }),
    };
    const response = await fetch(`${address}/changes`, { headers, signal: stopping.signal });
    if (!response.ok || !response.body) return;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const messages = (text + chunk).split('\n\n');
      text = messages.pop() ?? '';
      messages.forEach(hear);
    }
  };

  const run = async (): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      try {
        await listen(addresses[turn % addresses.length]!);
      } catch (error) {
        // The process it listened to was killed, or does not serve yet.
        if (!(error instanceof Error)) throw error;
      }
      if (!stopping.signal.aborted) await sleep(AGAIN_MS);
    }
  };
  const running = run();

  return {
    heard(parcelName, from, until) {
      const at = [...(named.get(parcelName) ?? []), ...everything];
      return at.some((moment) => moment >= from && moment <= until);
    },
    heardOfItself: (from, until) => itself.some((moment) => moment >= from && moment <= until),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
