import type { DocType } from '#contracts/vocabulary/statuses.ts';
import type { Instruction } from '#contracts/trading-system/wire.ts';

export type PendingInstruction = Instruction & { dueAt: Date };

/** The newest MEMO or RETURN_MEMO of this parcel for this account. */
export type KnownMemo = { docType: string; amount: number | null };

export type DocumentDraft = {
  docType: DocType;
  line: number;
  version: number;
  accountCode: string;
  parcelName: string;
  date: string;
  amount: number;
};

const DOCUMENT_OF = { REQUEST: 'MEMO', RETURN: 'RETURN_MEMO', SOLD: 'INVOICE' } as const;

/**
 * The document that an instruction turns into when it is due: a request into a MEMO, a sale into an INVOICE,
 * a return into a RETURN_MEMO, or into nothing when no memo is out (rule: Simulator). Dated when it was due,
 * but never before what it documents. Amounts in dollars; the number is assigned later.
 */
export function documentFor(instruction: PendingInstruction, last: KnownMemo | null): DocumentDraft | null {
  const { action, accountCode, parcelName, amount, memo } = instruction;
  const own = last?.docType === 'MEMO' ? last : null;
  if (action === 'RETURN' && own === null && memo === null) return null;
  const due = instruction.dueAt.toISOString();
  return {
    docType: DOCUMENT_OF[action],
    line: 1,
    version: 1,
    accountCode,
    parcelName,
    date: due > instruction.effectiveAt ? due : new Date(instruction.effectiveAt).toISOString(),
    amount: (action === 'RETURN' ? own?.amount : undefined) ?? amount ?? 0,
  };
}
