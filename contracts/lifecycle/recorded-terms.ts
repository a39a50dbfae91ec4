import type { Recorded } from '../events/stream-family.ts';
import type { Instant } from '../vocabulary/house-time.ts';
import type { TermsChange } from './terms.ts';

/** What each recorded change keeps of its event: when and where it was recorded, and by whom (rule: Two axes). */
export type Provenance = {
  readonly recordedAt: Instant;
  readonly position: number;
  readonly eventId: string;
  readonly by: string;
};

/** One change of terms with both of its dates: when it counts from, and when and where it was recorded. */
export type RecordedTerms<Terms> = TermsChange<Terms> & Provenance & { readonly reason?: string | undefined };

/** Where an event was recorded, when, and by whom. */
export function provenanceOf(fact: Recorded<unknown>): Provenance {
  return {
    recordedAt: fact.metadata.recordedAt,
    position: Number(fact.position),
    eventId: fact.id,
    by: fact.metadata.actor.username,
  };
}
