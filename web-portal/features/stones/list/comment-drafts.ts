import { savedValue, saveValue } from '../../../lib/saved-state.ts';

/**
 * The comments on instructions that were sent and not carried out: a refusal, or a session that had ended meanwhile,
 * loses none of them (rules, section 3: drafts). `name`: what the comment is for.
 */
export const commentDrafts = (username: string) => ({
  read(name: string): string {
    const saved = savedValue(username, `comment:${name}`);
    return typeof saved === 'string' ? saved : '';
  },
  /** Kept until the work is done; it stays when the work fails. */
  async keepWhile<Result>(name: string, comment: string, work: () => Promise<Result>): Promise<Result> {
    saveValue(username, `comment:${name}`, comment || undefined);
    const result = await work();
    saveValue(username, `comment:${name}`, undefined);
    return result;
  },
});
