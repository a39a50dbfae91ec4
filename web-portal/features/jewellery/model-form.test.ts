import { expect, it } from 'vitest';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { changedOf, formOf, typedOver } from './model-form.ts';

const MODEL: JewelleryModel = {
  name: 'RI-P',
  labGrown: false,
  hide: false,
  additionalQuantity: 1,
  availableQuantity: 1,
  availableTotalQty: 2,
};

it('what is typed is kept where the model has something else, also where it once had that', () => {
  const hidden = { ...MODEL, hide: true, additionalQuantity: 15 };
  expect(typedOver(hidden, { hide: false, additionalQuantity: '1' })).toEqual({
    hide: false,
    additionalQuantity: '1',
  });
  expect(typedOver(MODEL, { hide: false, additionalQuantity: '1', tier: 'Reserve' })).toEqual({
    tier: 'Reserve',
  });
});

it('only what differs from the model is sent', () => {
  const form = { ...formOf(MODEL), tier: 'Reserve', photoUrl: '  ' };
  expect(changedOf(MODEL, form)).toEqual({ tier: 'Reserve' });
});
