import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { AskToAct } from './ask-to-act.tsx';
import { AskToRequest } from './confirm-request/ask-to-request.tsx';
import type { ListRow } from './list-row.ts';

type AskForIntentProps = {
  action: Intent;
  stones: readonly ListRow[];
  /** The name of its draft comment. */
  draft: string;
  /** Given for the parcels confirmed. Answers whether something was done that the comment is on. */
  onGive: (parcelNames: readonly string[], remarks: string) => Promise<boolean>;
  onClose: () => void;
};

/** Asks before an instruction for chosen stones is given: of a request one may still leave some out. */
export function AskForIntent({ action, onGive, ...asked }: AskForIntentProps) {
  if (action === 'REQUEST') return <AskToRequest {...asked} onRequest={onGive} />;
  const parcelNames = asked.stones.map(({ parcelName }) => parcelName);
  return <AskToAct {...asked} action={action} onAct={(remarks) => onGive(parcelNames, remarks)} />;
}
