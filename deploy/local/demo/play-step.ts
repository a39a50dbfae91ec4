import type { Actor } from '#contracts/events/index.ts';
import { createBill } from '#services/billing/index.ts';
import { cartStones } from '#services/carts/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { recordImportedModel, requestModels, type JewelleryContext } from '#services/jewellery/index.ts';
import { correctHistory, recordDocument, type StonesContext } from '#services/stones/index.ts';
import { recordOffer, vendorCommands, type StockWriting } from '#services/vendors/index.ts';
import { fulfilDesire, instruct, race, desire } from './play-instructions.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { DEMO_ADMINISTRATOR } from './demo-users.ts';
import { DEMO_VENDORS } from './demo-vendors.ts';
import type { Step } from './steps.ts';
import { fillSuspense } from './suspense.ts';

const DEMO: Actor = { username: 'demo', role: 'system' };

/**
 * Carries a step out by the handler that does it for people; `key` is the step's own, so that a step carried out again
 * after a kill changes nothing. Throws what the handler throws, and for an instruction that was not done whole.
 */
export async function playStep(context: JewelleryContext, step: Step, key: string): Promise<void> {
  const command = { commandId: key, actor: DEMO_ADMINISTRATOR };
  switch (step.kind) {
    case 'register-vendor':
      return ignored(
        vendorCommands.register(context, command, step.vendorId, {
          settings: step.settings,
          terms: step.terms,
        }),
      );
    case 'change-vendor-terms':
      return ignored(
        vendorCommands.changeTerms(context, command, step.vendorId, {
          changes: step.changes,
          effectiveAt: step.effectiveAt,
        }),
      );
    case 'register-customer':
      return ignored(
        customerCommands.register(context, command, step.customerId, {
          identity: step.identity,
          access: step.access,
          terms: step.terms,
        }),
      );
    case 'change-terms':
      return ignored(
        customerCommands.changeTerms(context, command, step.customerId, {
          changes: step.changes,
          effectiveAt: step.effectiveAt,
          reason: step.reason,
        }),
      );
    case 'assign-account':
      return ignored(
        customerCommands.assignAccountCode(context, command, step.customerId, { account: step.account }),
      );
    case 'set-markups':
      return ignored(
        customerCommands.setRetailMarkups(context, command, step.customerId, { rows: step.rows }),
      );
    case 'offer':
      return offer(context, step, key);
    case 'instruct':
      return instruct(context, step, key);
    case 'race':
      return race(context, step, key);
    case 'reprice-spell': {
      const { kind: _, ...repricing } = step;
      return ignored(correctHistory(context, DEMO_ADMINISTRATOR, repricing, { key }));
    }
    case 'desire':
      return desire(context, step, key);
    case 'suspense':
      return fillSuspense(context, step.parcelName);
    case 'fulfil-desire':
      return fulfilDesire(context, step, { actor: DEMO_ADMINISTRATOR, key });
    case 'document':
      return record(context, step.document);
    case 'correct': {
      const { parcelName, intent, reason, newDate } = step;
      return ignored(
        correctHistory(
          context,
          DEMO_ADMINISTRATOR,
          { parcelName, intent, reason, ...(newDate !== undefined && { newDate }) },
          { key },
        ),
      );
    }
    case 'cart': {
      const { actor, customerId, line, parcelNames } = step;
      const access = DEMO_CUSTOMERS.find((customer) => customer.customerId === customerId)!.access;
      return ignored(
        cartStones(context, { actor, staff: false, customerId, access, key }, line, parcelNames),
      );
    }
    case 'import-model':
      return ignored(recordImportedModel(context, command, step.model));
    case 'close-month':
      return ignored(createBill(context, command, { customerId: step.customerId, month: step.month }));
    case 'request-models': {
      const { actor, customerId, models, remarks } = step;
      const who = { actor, staff: actor.role !== 'customer', customerId, seesValues: true };
      return ignored(requestModels(context, who, { models, remarks, key }));
    }
  }
}

async function ignored(work: Promise<unknown>): Promise<void> {
  await work;
}

async function offer(
  context: StonesContext,
  step: Extract<Step, { kind: 'offer' }>,
  key: string,
): Promise<void> {
  const vendor = DEMO_VENDORS.find(({ vendorId }) => vendorId === step.vendorId)!;
  const writing: StockWriting = {
    vendor: { vendorId: step.vendorId, markupPpm: vendor.terms.markupPpm },
    cause: key,
    at: context.clock().toISOString(),
    command: { commandId: key, actor: DEMO },
  };
  const outcome = await recordOffer(context, writing, step.offer);
  if (typeof outcome !== 'string') throw new Error(`demo parcel ${step.offer.parcelName} ${outcome.clash}`);
}

async function record(
  context: StonesContext,
  document: Extract<Step, { kind: 'document' }>['document'],
): Promise<void> {
  const outcome = await recordDocument(context, document);
  if (outcome !== 'recorded' && outcome !== 'already')
    throw new Error(`the demo's ${document.docType} of ${document.parcelName}: ${outcome}`);
}
