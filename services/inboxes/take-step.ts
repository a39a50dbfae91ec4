import type { InboxState, InboxStepRequest } from '#contracts/api/inboxes.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { Handled } from './inbox-store.ts';

const BECOMES: Readonly<Partial<Record<InboxStepRequest['action'], InboxState>>> = {
  ACKNOWLEDGE: 'ACKNOWLEDGED',
  DISMISS: 'DISMISSED',
  REOPEN: 'OPEN',
};

/**
 * The state of an inbox row after a step (rule: Inboxes). Pure. Throws Refusal 422 for a step without its note or
 * owner, 409 when the row is in that state already.
 */
export function takeStep(
  { state, owner, note }: Pick<Handled, 'state' | 'owner' | 'note'>,
  asked: InboxStepRequest,
): Pick<Handled, 'state' | 'owner' | 'note'> {
  const given = asked.note === undefined || asked.note === '' ? null : asked.note;
  if (given === null && (asked.action === 'NOTE' || asked.action === 'DISMISS'))
    throw new Refusal(422, asked.action === 'NOTE' ? 'Write a note.' : 'Say in a note why it is dismissed.', {
      field: 'note',
    });
  if (asked.action === 'OWN' && asked.owner === undefined)
    throw new Refusal(422, 'Name the owner, or null for none.', { field: 'owner' });
  const becomes = BECOMES[asked.action];
  if (becomes === state || (state === 'DISMISSED' && becomes === 'ACKNOWLEDGED'))
    throw new Refusal(409, `It is ${state.toLowerCase()} already.`, {
      code: 'STANDS_THERE',
      field: 'action',
    });
  return {
    state: becomes ?? state,
    owner: asked.action === 'OWN' ? (asked.owner ?? null) : owner,
    note: given ?? note,
  };
}
