import { DEMO_CUSTOMER } from './demo-customers.ts';
import type { DemoDesire, Step } from './steps.ts';
import { actorFor, heldSpells, type Trade } from './trade-plan.ts';

const FOR_A_WEDDING: DemoDesire = {
  name: 'wedding',
  customerId: DEMO_CUSTOMER,
  wanted: { weight: { minimum: 1, maximum: 1.5 }, shape: ['OV'], colour: ['D', 'E', 'F'] },
  remarks: 'For a wedding in May: the bride wears an oval.',
};
const FOR_EARRINGS: DemoDesire = {
  name: 'earrings',
  customerId: 3,
  wanted: { weight: { minimum: 0.9, maximum: 2.6 }, shape: ['CU'], clarity: ['VS1', 'VS2', 'SI1'] },
  remarks: 'To match the stone we took in spring.',
};
const THOUGHT_OF: DemoDesire = {
  name: 'thought of',
  customerId: 3,
  wanted: { weight: { minimum: 1 }, shape: ['EM', 'AS'], polish: ['EX'], symmetry: ['EX', 'VG'] },
};

/**
 * What jewellers want and no vendor has, by the demo's day counted back from its last, 0: one is filled by what the
 * customer has got, one is open, one waits in a cart.
 */
export function desireSteps(trade: Trade, daysLeft: number): Step[] {
  const askerOf = ({ name, customerId }: DemoDesire) =>
    actorFor(trade.random.fork(name), trade.customerOf(customerId));
  const asked = (desire: DemoDesire, sent: boolean): Step => ({
    kind: 'desire',
    actor: askerOf(desire),
    desire,
    sent,
  });
  if (daysLeft === 40) return [asked(FOR_A_WEDDING, true)];
  if (daysLeft === 9) return [asked(FOR_EARRINGS, true)];
  if (daysLeft === 2) return [asked(THOUGHT_OF, false)];
  if (daysLeft !== 1) return [];
  const found = heldSpells(trade, trade.customerOf(DEMO_CUSTOMER), 'natural').at(-1);
  return found
    ? [
        {
          kind: 'fulfil-desire',
          desire: FOR_A_WEDDING,
          asker: askerOf(FOR_A_WEDDING),
          parcelName: found.parcelName,
        },
      ]
    : [];
}
