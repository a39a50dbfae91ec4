import { messageOf } from './message-of.ts';

export type RepeatedFailures = {
  /** Reports the failure, unless it is the one that was reported last. */
  readonly note: (error: unknown) => void;
  /** Nothing fails any more: the next failure is reported, whichever it is. */
  readonly over: () => void;
};

/** Keeps what is tried again and again, and fails again and again in the same way, from filling the log. */
export function repeatedFailures(report: (message: string) => void): RepeatedFailures {
  let last: string | undefined;
  return {
    note(error) {
      const message = messageOf(error);
      if (message !== last) report(message);
      last = message;
    },
    over() {
      last = undefined;
    },
  };
}
