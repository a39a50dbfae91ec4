import { stoneStream, type Actor } from '#contracts/events/index.ts';
import { desireStone, fulfil, type Desiring } from '#services/desires/index.ts';
import { placeInstruction, type StonesContext } from '#services/stones/index.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import type { DemoDesire, InstructStep, Step } from './steps.ts';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Throws what the handler throws, and when a parcel was declined. */
export async function instruct(context: StonesContext, step: InstructStep, key: string): Promise<void> {
  const [declined] = await place(context, step, key);
  if (declined)
    throw new Error(`the demo's ${step.intent} of ${declined.parcelName} was declined: ${declined.reason}`);
}

async function place(context: StonesContext, step: InstructStep, key: string) {
  const { actor, customerId, intent, line, parcelNames, remarks } = step;
  const staff = actor.role !== 'customer';
  const who = { actor, staff, customerId, seesValues: true };
  const answer = await placeInstruction(context, who, { intent, line, parcelNames, remarks, key });
  return answer.declined;
}

/**
 * Two instructions over one parcel: the second is accepted, and before it reaches the parcel's stream the first has
 * been carried out whole. Throws when nothing was declined.
 */
export async function race(
  context: StonesContext,
  { first, second }: Of<'race'>,
  key: string,
): Promise<void> {
  const contested = new Set(first.parcelNames.map(stoneStream));
  const slower: StonesContext = {
    ...context,
    events: {
      ...context.events,
      async append(stream, expected, events) {
        // Carried out once: repeated under its key it changes nothing.
        if (contested.has(stream)) await instruct(context, first, `${key}-first`);
        return context.events.append(stream, expected, events);
      },
    },
  };
  const declined = await place(slower, second, key);
  if (declined.length !== first.parcelNames.length)
    throw new Error(`the demo's race for ${first.parcelNames.join(', ')} was won by both`);
}

/** Puts a desire into the cart, and requests it from there. */
export async function desire(
  context: StonesContext,
  { actor, desire: asked, sent }: Of<'desire'>,
  key: string,
): Promise<void> {
  const { desireId } = await desireStone(context, desiring(asked, actor), asked.wanted);
  if (!sent) return;
  const who = { actor, staff: actor.role !== 'customer', customerId: asked.customerId, seesValues: true };
  await placeInstruction(context, who, {
    intent: 'REQUEST',
    line: 'natural',
    parcelNames: [],
    desireIds: [desireId],
    remarks: asked.remarks,
    key,
  });
}

/** A stone that the customer has fills its desire. */
export async function fulfilDesire(
  context: StonesContext,
  { desire: asked, asker, parcelName }: Of<'fulfil-desire'>,
  command: { actor: Actor; key: string },
): Promise<void> {
  // Carted again under its own key it is found, and answers its id.
  const { desireId } = await desireStone(context, desiring(asked, asker), asked.wanted);
  await fulfil(context, command, desireId, parcelName);
}

function desiring({ name, customerId }: DemoDesire, actor: Actor): Desiring {
  const { access } = DEMO_CUSTOMERS.find((customer) => customer.customerId === customerId)!;
  return { actor, staff: actor.role !== 'customer', customerId, access, key: `demo-desire-${name}` };
}
