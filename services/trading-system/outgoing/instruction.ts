import type { ParcelView, LiveEntry, Spell } from '#contracts/lifecycle/index.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import type { DxInstance } from '#contracts/vocabulary/dx-instances.ts';
import { DX_INSTANCES } from '#contracts/vocabulary/dx-instances.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import type { Instruction } from '#contracts/trading-system/wire.ts';

/** An account of a customer at one of the instances (product: Account code). */
export type AccountCode = { dxInstance: string; accountCode: string; docTypes: readonly string[] };

export type Effect = {
  eventId: string;
  instructionId: string;
  intent: Intent;
  customerId: number;
};

export type Posting = { instance: DxInstance; instruction: Instruction };

/** The customer has no account for what is to be posted; posted again until there is one. */
export class NoAccount extends Error {
  override readonly name = 'NoAccount';
}

/**
 * What is posted for one effect of an instruction, and to which instance (rule: Documents and instructions):
 * at its date as it counts now, requests and returns under a MEMO account, sales under an INVOICE account; to
 * the instance whose memo the spell has, else to the product's own, else to the first with an account. Null
 * when the effect no longer counts: it was undone, or it is a request that a document of another customer has
 * declined (rule: Custody).
 * @throws {NoAccount}
 */
export function postingFor(
  effect: Effect,
  parcelName: string,
  view: ParcelView,
  accounts: readonly AccountCode[],
): Posting | null {
  const spell = view.spells.find(({ entryIds }) => entryIds.includes(effect.eventId));
  // Its date may have been changed since it was recorded.
  const entry = view.entries.find(({ eventId }) => eventId === effect.eventId);
  if (!entry) return null;
  // The trading system would make a memo of it, and that takes the stone from its holder.
  if (effect.intent === 'REQUEST' && (!spell || spell.end === 'DECLINED')) return null;
  const memo = spell && effect.intent !== 'REQUEST' ? memoOf(spell, view.entries) : null;
  const docType = effect.intent === 'SOLD' ? 'INVOICE' : 'MEMO';
  const instances = memo ? [memo.instance, ...DX_INSTANCES] : DX_INSTANCES;
  for (const instance of instances) {
    const account = accounts.find((code) => code.dxInstance === instance && code.docTypes.includes(docType));
    if (!account) continue;
    return {
      instance,
      instruction: {
        instructionId: effect.instructionId,
        parcelName,
        action: effect.intent,
        accountCode: account.accountCode,
        effectiveAt: entry.effectiveAt,
        amount: spell ? dollars(spell.frozen.customerPriceCents) : null,
        // Another instance knows nothing of this memo's number.
        memo: memo && memo.instance === instance ? { docNo: memo.docNo, line: memo.line } : null,
      },
    };
  }
  throw new NoAccount(
    `customer ${effect.customerId} has no ${docType} account code at any instance; assign one on the customer's page`,
  );
}

type Memo = { instance: DxInstance; docNo: string; line: number };

/** The spell's newest memo. */
function memoOf(spell: Spell, entries: readonly LiveEntry[]): Memo | null {
  const inSpell = new Set(spell.entryIds);
  const memo = entries.findLast((entry) => entry.type === 'MEMO' && inSpell.has(entry.eventId));
  if (memo?.type !== 'MEMO') return null;
  // instance/docType/docNo/line, and only the number may hold a slash.
  const [first, , ...rest] = memo.identity.split('/');
  const instance = DX_INSTANCES.find((name) => name === first);
  return instance ? { instance, docNo: rest.slice(0, -1).join('/'), line: Number(rest.at(-1)) } : null;
}
