import type { User } from '#contracts/api/session.ts';
import { savedValue, saveValue } from '../lib/saved-state.ts';
import { customerOf, useSession } from '../lib/session.ts';
import { unlessFailed } from '../lib/unless-failed.ts';

/** Who writes a draft, and for whom. */
type Author = Pick<User, 'username' | 'viewingAs'>;

/** The name of a draft that is meant for the customer acted for or viewed as: it does not come up, or go out, for another one. */
export function draftName(author: Author, name: string): string {
  const customer = customerOf(author);
  return customer === null ? name : `${name}/${customer}`;
}

/**
 * The comments on instructions that were begun and not carried out: a dialog that is closed, a refusal, or a
 * session that had ended meanwhile, loses none of them (rule: Signing out). `name`: what the comment is for.
 */
export function commentDrafts(author: Author) {
  const { username } = author;
  const keyOf = (name: string): string => draftName(author, `comment:${name}`);
  return {
    read(name: string): string {
      const saved = savedValue(username, keyOf(name));
      return typeof saved === 'string' ? saved : '';
    },
    write(name: string, comment: string): void {
      saveValue(username, keyOf(name), comment || undefined);
    },
    /** Forgotten once something of the work was done, which it answers; it stays when the work fails. */
    async keepUntil(name: string, work: () => Promise<boolean>): Promise<boolean> {
      const done = await work();
      if (done) saveValue(username, keyOf(name), undefined);
      return done;
    },
  };
}

/** The comment of a dialog that asks before an instruction, kept under `name` until that is carried out. */
export function useCommentDraft(name: string, onClose: () => void) {
  const { user } = useSession();
  const drafts = commentDrafts(user);
  return {
    comment: drafts.read(name),
    onComment: (comment: string): void => drafts.write(name, comment),
    /** Closes the dialog once something of the work was done, which it answers; else it stays open with its comment. */
    async submit(work: () => Promise<boolean>): Promise<void> {
      if (await unlessFailed(drafts.keepUntil(name, work))) onClose();
    },
  };
}
