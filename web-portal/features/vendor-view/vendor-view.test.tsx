import { onlineManager } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { VendorViewReply, VendorViewStockReply } from '#contracts/api/vendor-links.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(1);
const view: VendorViewReply = {
  name: 'Surat Fancies',
  timeZone: 'America/New_York',
  expiresAt: '2026-12-01T10:00:00.000Z',
  lastFeedAt: null,
  stock: [],
  soldThisYear: { count: 0, cost: 0 },
  months: [],
};
const page = (parcelName: string, next: string | null): VendorViewStockReply => ({
  parcels: [{ parcelName, description: '1.01 ct', status: 'AVAILABLE', since: '2026-11-01', cost: 100 }],
  next,
});

it("what follows of the stock and cannot be loaded says so, and is asked for again (rule: Vendor's own view)", async () => {
  world.answerWith('/vendor/view', { status: 200, body: view }, Infinity);
  world.answerWith('/vendor/view/stock', { status: 200, body: page('SF-1', 'SF-1') });
  const user = world.show('/vendorview#token=abc');
  expect(await screen.findByText('SF-1')).toBeVisible();
  world.answerWith('/vendor/view/stock', { status: 503, body: { message: 'Please try again in a moment.' } });
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('The rest of your stock could not be loaded')).toBeVisible();
  world.answerWith('/vendor/view/stock', { status: 200, body: page('SF-2', null) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('SF-2')).toBeVisible();
  expect(screen.getByText('SF-1')).toBeVisible();
});

it('the page asks at once also where the browser knows of no network, and does not wait for one', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  world.answerWith('/vendor/view', { status: 404, body: { message: 'This link is no longer good.' } });
  world.show('/vendorview#token=abc');
  expect(await screen.findByText('This link no longer works')).toBeVisible();
});

it("the tiles add up to the stock: what is sold and not invoiced is with customers (rule: Vendor's own view)", async () => {
  const stock = [
    { status: 'CUSTOMER' as const, count: 3, cost: 300 },
    { status: 'SOLD' as const, count: 1, cost: 50 },
  ];
  world.answerWith('/vendor/view', { status: 200, body: { ...view, stock } }, Infinity);
  world.answerWith('/vendor/view/stock', { status: 200, body: page('SF-1', null) });
  world.show('/vendorview#token=abc');
  expect((await screen.findByText('With customers')).parentElement).toHaveTextContent('4 $350');
});
