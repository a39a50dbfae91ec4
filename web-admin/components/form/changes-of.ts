import { HttpError } from 'react-admin';

/** A form's values, by field. */
export type Values = Readonly<Record<string, unknown>>;

/** What is sent of a form's values, given the record as it was read. */
export type Transform = (values: Values, options?: { previousData?: Values }) => Values;

/** The form's own field of values by term: which count from the form's day although they are what they are today. */
export const AS_SHOWN = 'asShown';

const NOTHING_COUNTS =
  'No term would apply from this day. Change one, or tick below those that should apply from it unchanged.';

/** Whether a term is to count from the form's day, although its value is that of today: while it is what was ticked. */
export const countsAsShown = (values: Values, field: string): boolean => {
  const ticked: unknown = Object(values[AS_SHOWN])[field];
  return Boolean(values['effectiveAt']) && ticked !== undefined && ticked === values[field];
};

/**
 * What of a form's values is not as the record was read, and the version of that record. Terms count from the form's
 * day: one that was neither changed nor ticked must keep what was in force on that day.
 * @param dated the form's terms
 * @throws {HttpError} 422 at `effectiveAt`, when a day is given from which no term would count
 */
export const changesOf =
  (dated: readonly string[]): Transform =>
  (values, { previousData = {} } = {}) => {
    const changes = Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) =>
          field === 'version' ||
          (field !== AS_SHOWN && JSON.stringify(value) !== JSON.stringify(previousData[field])) ||
          countsAsShown(values, field),
      ),
    );
    if (changes['effectiveAt'] && !dated.some((field) => field in changes))
      throw new HttpError(NOTHING_COUNTS, 422, { errors: { effectiveAt: NOTHING_COUNTS } });
    return changes;
  };
