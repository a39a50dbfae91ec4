import { holdingRefusal, type IntentRules } from './decide-instruction.ts';

/** The customer sends parcels back, or withdraws their request (product: Actions by status). */
export const returning: IntentRules = {
  intent: 'RETURN',
  accessRefusal: () => null,
  statusRefusal: (parcel, customerId) => holdingRefusal('RETURN', 'returned', parcel, customerId),
  frozen: () => undefined,
  effect: (data) => ({ type: 'StoneReturned', data }),
};
