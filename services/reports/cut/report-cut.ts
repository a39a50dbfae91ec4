import { addDays, houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { givenEffectiveAtSchema, houseDaySchema } from '#contracts/vocabulary/schemas.ts';
import { eventAt } from '#projections/audit/index.ts';
import { cutKnownAt, type BillingContext } from '#services/billing/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** What a caller asks for of a report; the days are of the house. */
export type AskedCut = {
  effectiveAt?: string | undefined;
  knownAt?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Up to where the log counts for a report, and the days that it is about: the same gives the same file. */
export type ReportCut = {
  position: number;
  /** When the last event up to there was recorded. */
  recordedAt: string;
  /** The day that days are counted to. */
  day: HouseDay;
  /** True for a day that was asked for: only what had happened by its end counts. */
  asOfDay: boolean;
  /** Of the movements; both days inclusive. */
  from: HouseDay;
  to: HouseDay;
  /** True where everything known now counts: what is not in the log is then listed too. */
  isNewest: boolean;
};

const WEEK = 7;
const MOST_DAYS = 3_700;
const AUDIT_WITHIN_MS = 10_000;

/**
 * The cut that a caller asks for (rule: One cut for a report): the log's end and the house day of its last event where
 * nothing is named, the last 7 days for the movements. Throws Refusal 400 for a field that cannot be read, 503 while the
 * read models are behind.
 */
export async function takeReportCut(context: BillingContext, asked: AskedCut): Promise<ReportCut> {
  const effectiveAt = momentAsked(asked.effectiveAt, context.zone);
  const period = { from: dayAsked('from', asked.from), to: dayAsked('to', asked.to) };
  const cut = await cutKnownAt(context, asked.knownAt);
  const position = Number(cut.position);
  // The audit knows when the last event of the cut was recorded.
  if (!(await context.positions.waitForPosition(['audit'], BigInt(position), AUDIT_WITHIN_MS)))
    throw new Refusal(503, 'The audit is behind the log. Try again in a moment.', {
      code: 'READ_MODELS_BEHIND',
    });
  const recordedAt = (await eventAt(context.db, BigInt(position)))?.recordedAt ?? cut.recordedAt;
  const day = effectiveAt ?? houseDayOf(recordedAt, context.zone);
  const to = period.to ?? day;
  const from = period.from ?? addDays(to, 1 - WEEK);
  if (from > to || addDays(from, MOST_DAYS) < to)
    throw new Refusal(400, `from must be a day on or before to, at most ${MOST_DAYS} days earlier.`, {
      field: 'from',
    });
  return {
    position,
    recordedAt,
    day,
    asOfDay: effectiveAt !== undefined,
    from,
    to,
    isNewest: !asked.knownAt,
  };
}

function momentAsked(value: string | undefined, zone: string): HouseDay | undefined {
  if (value === undefined || value === '') return undefined;
  const at = givenEffectiveAtSchema.safeParse(value);
  if (at.success) return houseDayOf(at.data, zone);
  throw new Refusal(
    400,
    'effectiveAt must be a day (2026-04-30) or an instant such as 2026-04-01T12:00:00Z.',
    { field: 'effectiveAt' },
  );
}

function dayAsked(field: string, value: string | undefined): HouseDay | undefined {
  if (value === undefined || value === '') return undefined;
  if (houseDaySchema.safeParse(value).success) return value;
  throw new Refusal(400, `${field} must be a day such as 2026-05-05.`, { field });
}
