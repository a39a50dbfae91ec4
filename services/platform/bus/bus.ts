/**
 * Notices between processes (architecture: Processes). They announce that something changed, never its
 * content: the truth stays in Postgres, so a lost notice only delays.
 */
export type Bus = {
  /** Tells every subscriber, in this process before it returns. Never throws, and does not wait for other processes. */
  publish(subject: string, message: unknown): void;
  /**
   * `onMessage` gets what any process published, and must check it. `onGap` is called when notices may have been lost:
   * whatever they are about must be looked at again. Returns a function that ends the subscription.
   */
  subscribe(subject: string, onMessage: (message: unknown) => void, onGap?: () => void): () => void;
  /**
   * Where notices go now: to other processes too; to this one alone, because there is no broker; or to this one while
   * the broker is away.
   */
  reach(): Reach;
  /** Closes the bus. What was published before is still sent if the broker can be reached. */
  close(): Promise<void>;
};

export type Reach = 'connected' | 'alone' | 'away';

/** Called when the broker is back. */
export type OnBack = (message: string) => void;

/** Logs a notice that could not be handled, or a broker that cannot be reached. */
export type OnProblem = (message: string, error: unknown) => void;

/** The bus of a single process. */
export function localBus(onProblem: OnProblem): Bus & { gap(): void } {
  type Subscriber = {
    subject: string;
    onMessage: (message: unknown) => void;
    onGap: (() => void) | undefined;
  };
  const subscribers = new Set<Subscriber>();

  const guarded = (what: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      onProblem(`a subscriber of ${what} failed`, error);
    }
  };

  return {
    publish(subject, message) {
      for (const subscriber of [...subscribers]) {
        if (subscriber.subject === subject) guarded(subject, () => subscriber.onMessage(message));
      }
    },
    subscribe(subject, onMessage, onGap) {
      const subscriber = { subject, onMessage, onGap };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    gap() {
      for (const { subject, onGap } of [...subscribers]) guarded(subject, () => onGap?.());
    },
    reach: () => 'alone',
    close: async () => subscribers.clear(),
  };
}
