import { customerActedFor } from '../lib/api-client.ts';
import { savedValue, saveValue } from '../lib/saved-state.ts';

/** The name of a draft that is meant for the customer acted for: it does not come up, or go out, for another one. */
export function draftName(name: string): string {
  const customer = customerActedFor();
  return customer === null ? name : `${name}/${customer}`;
}

/**
 * The comments on instructions that were begun and not carried out: a dialog that is closed, a refusal, or a
 * session that had ended meanwhile, loses none of them (rule: Signing out). `name`: what the comment is for.
 */
export const commentDrafts = (username: string) => ({
  read(name: string): string {
    const saved = savedValue(username, draftName(`comment:${name}`));
    return typeof saved === 'string' ? saved : '';
  },
  write(name: string, comment: string): void {
    saveValue(username, draftName(`comment:${name}`), comment || undefined);
  },
  /** Forgotten once the work is done; it stays when the work fails. */
  async keepUntil<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    saveValue(username, draftName(`comment:${name}`), undefined);
    return result;
  },
});
