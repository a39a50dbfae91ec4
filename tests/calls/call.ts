import type { CallerName, WHO_MAY } from '#tests/support/callers.ts';
import type { CalledWorld, Sent } from './called-world.ts';

/** One call of the HTTP API: who may make it, and what is sent to be answered well. */
export type Call = {
  /** Method and path as the OpenAPI document writes them: 'POST /inventory/details'. */
  call: string;
  /** Which callers are answered what (tests/support/callers.ts). */
  who: keyof typeof WHO_MAY;
  /** Callers that are answered otherwise than their kind; a comment gives the reason. */
  but?: Partial<Record<CallerName, number>>;
  /** The status of a good answer, 200 unless given; with a note where it is no success. */
  good?: number;
  /** What a good answer may be as well, where the machine is too busy to make it in time: its job (202). */
  orLater?: true;
  /** What is sent; asked for again whenever the last was answered well, as an action uses its parcels up. */
  sends?: (world: CalledWorld) => Sent | Promise<Sent>;
  /** A stream that does not end by itself: only its head is waited for. */
  endless?: true;
};
