import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DesireStone, OpenDesireResource } from '#contracts/api/desires.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const desire: OpenDesireResource = {
  id: 'd-1',
  desireId: 'd-1',
  status: 'ACTIVE',
  quantity: 1,
  customerId: 7,
  customerName: 'Alder & Sons',
  weight: { minimum: 1, maximum: 1.2 },
  shape: ['PS'],
  colour: ['D', 'E', 'F'],
  clarity: [],
  fluorescence: [],
  cut: [],
  polish: [],
  symmetry: [],
  remarks: 'For the window',
  lastAction: '2026-11-19',
  requestedAt: '2026-11-19T10:00:00.000Z',
};
const stone = (parcelName: string, more: Partial<DesireStone>): DesireStone => ({
  parcelName,
  standing: 'AVAILABLE',
  matches: true,
  weight: 1.1,
  shapeCode: 'PS',
  colour: 'D',
  ...more,
});
let open: OpenDesireResource[];
beforeEach(() => {
  open = [desire];
  world.respond('GET /api/desires', () => list(open));
  world.respond('GET /api/desires/d-1', () => HttpResponse.json(desire));
  world.respond('GET /api/desires/d-1/stones', () =>
    HttpResponse.json([
      stone('VTR-1', { standing: 'HELD' }),
      stone('VTR-2', { standing: 'HELD', matches: false, shapeCode: 'OV' }),
      stone('VTR-3', {}),
    ]),
  );
  world.respond('POST /api/desires/d-1/fulfilment', () => {
    open = [];
    return HttpResponse.json({ desire: { ...desire, status: 'CLOSED' }, position: '12' });
  });
});

describe('Open desires (rule: Desires)', () => {
  it('say who asks for what, to reps too', async () => {
    world.signIn('demo-rep');
    world.show('/desires');
    const row = within(await screen.findByRole('row', { name: /^Alder & Sons/ }));
    for (const text of ['1.00–1.20', 'Pear', 'D–F', 'For the window'])
      expect(row.getByText(text)).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'Alder & Sons' })).toHaveAttribute('href', '/desires/d-1/show');
  });
  it('without any say so', async () => {
    open = [];
    world.show('/desires');
    expect(await screen.findByText('No customer waits for a similar stone.')).toBeInTheDocument();
  });
});

describe('A desire', () => {
  const show = async () => {
    const user = world.show('/desires/d-1/show');
    await screen.findByRole('heading', { level: 1, name: 'Similar stone for Alder & Sons' });
    return user;
  };
  it('is marked filled by a stone that the customer has', async () => {
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Mark filled by VTR-1' }));
    expect(screen.getByRole('dialog', { name: 'Mark the desire as filled by VTR-1?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('VTR-1 fills the desire of Alder & Sons.')).toBeInTheDocument();
    expect(await screen.findByText('No customer waits for a similar stone.')).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /inventory/request_stones');
  });
  it('warns of a stone that is not as asked', async () => {
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Show the customer’s 1 other stone' }));
    await user.click(await screen.findByRole('button', { name: 'Mark filled by VTR-2' }));
    expect(screen.getByText(/The stone does not match the desire/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'No' }));
    expect(world.calls).not.toContain('POST /api/desires/d-1/fulfilment');
  });
  const requested = (declined: object[]) =>
    world.respond('POST /inventory/request_stones', () =>
      HttpResponse.json({ instructionId: 'i', done: [], declined, position: '11' }),
    );
  it('gets an available stone by requesting it for the customer first', async () => {
    requested([]);
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Request and fill with VTR-3' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('VTR-3 fills the desire of Alder & Sons.')).toBeInTheDocument();
    const sent = world.sent.find(({ path }) => path === '/inventory/request_stones');
    expect([sent?.headers.get('customer'), sent?.body]).toEqual(['7', { parcelNames: ['VTR-3'] }]);
  });
  it('goes over the maximum only with a remark, which is asked for once the server says so', async () => {
    const message = 'This request goes over the maximum inventory. Add a remark to go over it.';
    world.respond('POST /inventory/request_stones', ({ body }) =>
      body['remarks'] === undefined
        ? HttpResponse.json({ message, code: 'OVER_MAXIMUM' }, { status: 402 })
        : HttpResponse.json({ instructionId: 'i', done: [], declined: [], position: '11' }),
    );
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Request and fill with VTR-3' }));
    expect(screen.queryByRole('textbox', { name: 'Remark' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(message)).toBeVisible();
    const yes = screen.getByRole('button', { name: 'Yes' });
    await waitFor(() => expect(yes).not.toHaveAttribute('aria-busy'));
    expect(yes).toHaveAttribute('aria-disabled', 'true');
    const remark = screen.getByRole('textbox', { name: 'Remark' });
    expect(remark).toBeRequired();
    expect(remark).toHaveFocus();
    await user.keyboard('agreed by phone');
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('VTR-3 fills the desire of Alder & Sons.')).toBeInTheDocument();
    const sent = world.sent.findLast(({ path }) => path === '/inventory/request_stones');
    expect(sent?.body).toEqual({ parcelNames: ['VTR-3'], remarks: 'agreed by phone' });
  });
  it('stays open when somebody else was faster with the stone', async () => {
    requested([{ parcelName: 'VTR-3', reason: 'It is no longer available.' }]);
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Request and fill with VTR-3' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(
      await screen.findByText('VTR-3 could not be requested: It is no longer available.'),
    ).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /api/desires/d-1/fulfilment');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
  it('that the customer gave up meanwhile has no stone requested for it', async () => {
    // Given a desire that is open on the page and has been given up since.
    requested([]);
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Request and fill with VTR-3' }));
    open = [];
    world.answerWith('/api/desires/d-1', {
      status: 404,
      body: { message: 'There is no such open request for similar stones.', code: 'UNKNOWN_DESIRE' },
    });
    // When a stone is to fill it, then none is requested.
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(
      await screen.findByText('The desire of Alder & Sons is no longer open: nothing was requested.'),
    ).toBeInTheDocument();
    expect(await screen.findByText('No customer waits for a similar stone.')).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /inventory/request_stones');
  });
  it('that is given up while the stone is requested says that the stone was', async () => {
    requested([]);
    const message = 'Only a request for similar stones that is open can be fulfilled.';
    world.answerWith('/api/desires/d-1/fulfilment', { status: 402, body: { message } });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Request and fill with VTR-3' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(
      await screen.findByText(
        `VTR-3 was requested for Alder & Sons, but does not fill the desire: ${message}`,
      ),
    ).toBeInTheDocument();
  });
  it('for which there is no stone says so', async () => {
    world.respond('GET /api/desires/d-1/stones', () => HttpResponse.json([]));
    await show();
    expect(await screen.findByText('0 stones found')).toBeInTheDocument();
  });
});
