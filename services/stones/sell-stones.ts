import { holdingRefusal, type IntentRules } from './decide-instruction.ts';

/** The customer has sold parcels that it holds (product: Actions by status). */
export const selling: IntentRules = {
  intent: 'SOLD',
  accessRefusal: () => null,
  statusRefusal: (parcel, customerId) => holdingRefusal('SOLD', 'marked as sold', parcel, customerId),
  frozen: () => undefined,
  effect: (data) => ({ type: 'StoneSold', data }),
};
