import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';

/** The present moment. Injected, so that the demo and tests can walk through history. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The day of the house that it is now (rule: House day). */
export const houseToday = ({ clock, zone }: { clock: Clock; zone: string }): HouseDay =>
  houseDayOf(clock().toISOString(), zone);
