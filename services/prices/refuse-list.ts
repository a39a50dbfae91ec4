import { Refusal } from '#services/platform/refusal.ts';

/** Refuses (422) a price list with a message that says what is wrong with it. */
export function refuseList(message: string): never {
  throw new Refusal(422, message, { code: 'INVALID' });
}
