import { savedValue, saveValue } from '../lib/saved-state.ts';

/**
 * The comments on instructions that were begun and not carried out: a dialog that is closed, a refusal, or a
 * session that had ended meanwhile, loses none of them (rule: Signing out). `name`: what the comment is for.
 */
export const commentDrafts = (username: string) => ({
  read(name: string): string {
    const saved = savedValue(username, `comment:${name}`);
    return typeof saved === 'string' ? saved : '';
  },
  write(name: string, comment: string): void {
    saveValue(username, `comment:${name}`, comment || undefined);
  },
  /** Forgotten once the work is done; it stays when the work fails. */
  async keepUntil<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    saveValue(username, `comment:${name}`, undefined);
    return result;
  },
});
