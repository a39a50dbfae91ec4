import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { VendorLinkResource } from '#contracts/api/vendor-links.ts';
import { list, officeWorld } from '../../testing/render-back-office.tsx';
import { madeVendor } from '../testing/made-vendor.ts';

const world = officeWorld();
const PATH = '/api/vendors/1/links';
const GOOD: VendorLinkResource = {
  id: '4c1b0f7a-3a1e-4c35-9a55-0123456789ab',
  vendorId: 1,
  state: 'LIVE',
  url: 'https://vitrine.example.com/vendorview#token=abc',
  madeBy: 'ada',
  madeAt: '2026-11-20T11:30:00.000Z',
  expiresAt: '2026-12-20T11:30:00.000Z',
  sentTo: null,
  sentAt: null,
  openedAt: null,
  revokedBy: null,
  revokedAt: null,
};
const REVOKED: VendorLinkResource = {
  ...GOOD,
  state: 'REVOKED',
  url: null,
  revokedBy: 'ada',
  revokedAt: '2026-11-21T11:30:00.000Z',
};

beforeEach(() => {
  world.respond('GET /api/vendors', () => list([madeVendor(1, 'Antwerp Rounds')]));
  world.respond('GET /api/vendors/1', () => HttpResponse.json(madeVendor(1, 'Antwerp Rounds')));
});

it('given no link, when one is made for a week, then it is sent so and shown', async () => {
  world.respond(`GET ${PATH}`, () => HttpResponse.json([]));
  world.respond(`POST ${PATH}`, () => HttpResponse.json(GOOD, { status: 201 }));
  const user = world.show('/vendors/1/links');
  expect(await screen.findByText('No link was made yet.')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Good for'), '7');
  await user.click(screen.getByRole('button', { name: 'Make link' }));
  expect(await screen.findByText('Never opened')).toBeInTheDocument();
  expect(world.sent.find(({ path, body }) => path === PATH && body)?.body).toEqual({ days: 7 });
});

it('given a link, when it is sent and then revoked, then each is done and it offers nothing more', async () => {
  let link = GOOD;
  world.respond(`GET ${PATH}`, () => HttpResponse.json([link]));
  world.respond(`POST ${PATH}/${GOOD.id}/send`, () =>
    HttpResponse.json({ ...GOOD, sentTo: 'bea@example.com', sentAt: GOOD.madeAt }),
  );
  world.respond(`DELETE ${PATH}/${GOOD.id}`, () => {
    link = REVOKED;
    return HttpResponse.json(link);
  });
  const user = world.show('/vendors/1/links');
  await user.click(await screen.findByRole('button', { name: /^Send the link/ }));
  const to = screen.getByLabelText('Send to');
  await user.clear(to);
  await user.type(to, 'bea@example.com');
  await user.click(screen.getByRole('button', { name: 'Send mail' }));
  expect(await screen.findByText(/sent to bea@example.com/)).toBeInTheDocument();
  expect(screen.queryByLabelText('Send to')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Send the link/ }));
  expect(screen.getByLabelText('Send to')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Revoke the link/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText(/revoked by ada/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /the link of/ })).toBeNull();
  expect(screen.queryByLabelText('Send to')).toBeNull();
});

it('given staff without wholesale prices, when they open the page, then they may revoke a link alone', async () => {
  let link: VendorLinkResource = { ...GOOD, url: null };
  world.user = { ...world.user!, showPrices: 'RETAIL' };
  world.respond(`GET ${PATH}`, () => HttpResponse.json([link]));
  world.respond(`DELETE ${PATH}/${GOOD.id}`, () => {
    link = REVOKED;
    return HttpResponse.json(link);
  });
  const user = world.show('/vendors/1/links');
  const revoke = await screen.findByRole('button', { name: /^Revoke the link/ });
  expect(screen.getByText(/made, copied and sent with wholesale prices only/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Make link|Copy the link|Send the link)/ })).toBeNull();
  await user.click(revoke);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText(/revoked by ada/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /the link of/ })).toBeNull();
});
