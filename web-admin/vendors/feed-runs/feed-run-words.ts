import type { FeedHold, FeedRunResource, FeedRunRow, StockClass } from '#contracts/api/vendor-feeds.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { Tone } from '#web-shared/components/chip/chip.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';

type State = FeedRunResource['state'];

const TONES: Readonly<Record<State, Tone>> = {
  WAITING: 'waiting',
  READING: 'waiting',
  CLASSIFIED: 'held',
  HELD: 'held',
  APPLYING: 'waiting',
  APPLIED: 'good',
  TAKING_BACK: 'waiting',
  TAKEN_BACK: 'gone',
  DISCARDED: 'gone',
  FAILED: 'alert',
};
export const toneOf = (state: State): Tone => TONES[state];
export const stateName = (state: State): string => formatConstant(state);

/** True while the server works on it. */
export const isUnderWay = (state: State): boolean =>
  state === 'WAITING' || state === 'READING' || state === 'APPLYING' || state === 'TAKING_BACK';

/** What a row comes to, in words (rule: Classifying rows). */
export const CLASS_WORDS: Readonly<Record<StockClass, readonly [name: string, about: string]>> = {
  NEW: ['New', 'stones that are not listed yet'],
  CHANGED: ['Changed', 'old and new values side by side'],
  UNCHANGED: ['Unchanged', 'as it is recorded'],
  GONE: ['Gone', 'in no row of the file: to be withdrawn'],
  HELD: ['Held by customers', 'never touched'],
  WAITING: ['Waiting', 'for a person to decide'],
  UNLISTED: ['Not listed', 'rejected, or not accepted yet'],
  REFUSED: ['Refused', 'rows that cannot be read'],
};

/** What applying has made of a row, where that does not go without saying. */
export const OUTCOME_WORDS: Readonly<Record<NonNullable<FeedRunRow['outcome']>, string | null>> = {
  LISTED: 'Listed',
  CHANGED: 'Written',
  WITHDRAWN: 'Withdrawn',
  UNCHANGED: null,
  HELD: 'Not written: a customer has it',
  WAITING: 'Not written',
  CLASH: 'Not written',
  TAKEN_BACK: 'Taken back',
};

export const KINDS = { FULL: 'Full feed', ADDITIONS: 'Additions only' } as const;
export const SOURCES = { UPLOAD: 'Upload', COMMAND_LINE: 'Command line', SCHEDULE: 'Schedule' } as const;

const ALTHOUGH: Readonly<Record<FeedHold['reason'], string>> = {
  WITHDRAWALS: 'would be withdrawn',
  WITHDRAWALS_OF_A_WEEK: 'would be withdrawn within a week',
  PRICES: 'would cost far more or less',
  UNIDENTIFIED_ROWS: 'rows name no stone',
};

/** What a person let pass when the run was applied, in words; empty when nothing held it. */
export function confirmedHoldsText({
  holds,
  confirmed,
}: Pick<FeedRunResource, 'holds' | 'confirmed'>): string {
  const numbers = holds
    .filter(({ reason }) => confirmed.includes(reason))
    .map(({ reason, count, of }) => `${formatCount(count)} of ${formatCount(of)} ${ALTHOUGH[reason]}`);
  return numbers.length === 0 ? '' : `, although ${numbers.join(' and ')}`;
}
