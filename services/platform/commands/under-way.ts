import { newestPosition } from '../newest-position.ts';

/** The events that this process is still appending for one command of several, such as an instruction over parcels. */
export type UnderWay = {
  /** Runs a command whose events belong together; it answers the log position that they reach. */
  during<Answer extends { position: string }>(work: () => Promise<Answer>): Promise<Answer>;
  /**
   * Resolves when what is under way now has ended, with the log position that it reached, 0n where it failed; undefined
   * when there is nothing to wait for. Never rejects.
   */
  ended(): Promise<bigint> | undefined;
};

/** Made once for a process. */
export function createUnderWay(): UnderWay {
  const all = new Set<Promise<{ position: string }>>();
  return {
    async during(work) {
      const mine = work();
      all.add(mine);
      try {
        return await mine;
      } finally {
        all.delete(mine);
      }
    },
    ended() {
      if (all.size === 0) return undefined;
      return Promise.allSettled(all).then((ends) =>
        newestPosition(
          0n,
          ...ends.map((end) => (end.status === 'fulfilled' ? BigInt(end.value.position) : null)),
        ),
      );
    },
  };
}
