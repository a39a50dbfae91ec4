import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

it.each([
  ['', () => {}],
  // As browsers tell it when one comes back from another window.
  [' who was elsewhere meanwhile', () => window.dispatchEvent(new Event('visibilitychange'))],
])(
  'of two who edit one model tells the second%s, who keeps what was typed and can save it',
  async (_, comesBack) => {
    let model: JewelleryModel = {
      name: 'RS210W',
      labGrown: false,
      hide: false,
      tier: 'Reserve',
      version: '10',
      availableQuantity: 2,
      availableTotalQty: 3,
      additionalQuantity: 1,
    };
    world.respond('POST /jewellery/all_models', () => HttpResponse.json([model]));
    world.respond('POST /jewellery/update_model', ({ body }) => {
      const edit = body['model'] as JewelleryModel;
      if (edit.version !== model.version)
        return HttpResponse.json(
          { message: 'ada has changed this model since you opened it.', code: 'CHANGED_MEANWHILE' },
          { status: 402 },
        );
      model = { ...model, ...edit, version: '12' };
      return HttpResponse.json(model);
    });
    const user = world.show('/jewellery-models/RS210W/model');
    const quantity = await screen.findByLabelText('Additional quantity');
    await user.clear(quantity);
    await user.type(quantity, '7');
    model = { ...model, tier: 'Unbound', version: '11' };
    comesBack();
    // Time for what would be read again.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByText('ada has changed this model since you opened it.');
    await waitFor(() =>
      expect(notice.closest('[role=alert]')).toHaveTextContent('Tier: “Reserve” → “Unbound”'),
    );
    // The form is filled anew a moment after the notice.
    await waitFor(() => expect(screen.getByLabelText('Tier')).toHaveValue('Unbound'));
    expect(screen.getByLabelText('Additional quantity')).toHaveValue('7');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('RS210W was saved.')).toBeInTheDocument();
    expect(model).toMatchObject({ additionalQuantity: 7, tier: 'Unbound' });
  },
);

it('saves a model of which the pieces have changed since it was opened', async () => {
  let model: JewelleryModel = {
    name: 'RS210W',
    labGrown: false,
    hide: false,
    total: 2000,
    version: '10',
    availableQuantity: 2,
    availableTotalQty: 3,
    additionalQuantity: 1,
  };
  world.respond('POST /jewellery/all_models', () => HttpResponse.json([model]));
  world.respond('POST /jewellery/update_model', () => HttpResponse.json(model));
  const user = world.show('/jewellery-models/RS210W/model');
  const quantity = await screen.findByLabelText('Additional quantity');
  await user.clear(quantity);
  await user.type(quantity, '7');
  model = { ...model, total: 1800, availableQuantity: 1, availableTotalQty: 2 };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('RS210W was saved.')).toBeInTheDocument();
  // A total or a count as it was read would be taken for a change, and refused.
  expect(world.sent.find(({ path }) => path === '/jewellery/update_model')?.body).toEqual({
    model: { name: 'RS210W', version: '10', additionalQuantity: 7, hide: false },
  });
});
