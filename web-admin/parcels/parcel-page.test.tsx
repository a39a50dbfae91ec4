import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { madeTimeline } from '../testing/made-audit.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

function parcel(more: Parameters<typeof madeTimeline>[0] = {}) {
  const asked: (string | null)[] = [];
  world.respond('GET /api/parcels/VTR-1/timeline', ({ url }) => {
    const knownAt = url.searchParams.get('knownAt');
    asked.push(knownAt);
    const cut = { position: knownAt ?? '40', recordedAt: '2026-04-11T14:00:00.000Z' };
    return HttpResponse.json(
      madeTimeline(knownAt === null ? more : { ...more, newest: false, status: 'CUSTOMER', cut }),
    );
  });
  return asked;
}

describe('A parcel on both axes', () => {
  it('shows what was, with the status after each, and what we knew, each in its own order', async () => {
    parcel();
    world.show('/parcels/VTR-1/show');
    const was = within(await screen.findByRole('region', { name: 'What was' }));
    expect(was.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
      'Memo',
      'Sold',
    ]);
    expect(was.getByText(/first dated/)).toHaveTextContent('Apr 20, 2026');
    expect(was.getByText(/Date changed by demo-admin/)).toHaveTextContent('phoned');
    const known = within(screen.getByRole('region', { name: 'What we knew' }));
    const steps = () =>
      known.getAllByTitle('Show the parcel as it was known then').map(({ textContent }) => textContent);
    expect(steps()).toEqual(['Listed', 'Memo', 'Sold', 'Date changed']);
    expect(
      within(screen.getByRole('region', { name: 'Spells' })).getByText('$10,000.00'),
    ).toBeInTheDocument();
  });

  it('is found at its address without more; where there is no page, that is written', async () => {
    parcel();
    world.show('/parcels/VTR-1');
    expect(await screen.findByRole('region', { name: 'What was' })).toBeInTheDocument();
    cleanup();
    world.show('/parcels');
    expect(await screen.findByText('There is no such page')).toBeInTheDocument();
  });

  it('shows no prices to who sees no wholesale prices', async () => {
    const { listPrices: _, ...made } = madeTimeline({});
    const spells = made.spells.map(({ frozen: __, days, ...spell }) => ({
      ...spell,
      days: days.map(({ customerPrice: ___, ...day }) => day),
    }));
    world.respond('GET /api/parcels/VTR-1/timeline', () => HttpResponse.json({ ...made, spells }));
    world.show('/parcels/VTR-1/show');
    const shown = within(await screen.findByRole('region', { name: 'Spells' }));
    expect(shown.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Customer',
      'Outcome',
      'Days',
    ]);
    expect(screen.queryByRole('region', { name: 'List prices' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reprice' })).toBeNull();
    expect(document.body).not.toHaveTextContent(/NaN|undefined/);
  });

  it('goes back to what was known by the arrow keys, and forward again', async () => {
    const asked = parcel();
    const user = world.show('/parcels/VTR-1/show');
    const slider = await screen.findByRole('slider', { name: 'As known' });
    expect(slider).toHaveAttribute('aria-valuetext', 'Everything known today');
    const known = within(screen.getByRole('region', { name: 'What we knew' }));
    await user.click(known.getByRole('button', { name: 'Memo' }));
    await waitFor(() => expect(asked.at(-1)).toBe('20'));
    expect(await screen.findByText('As it was known then')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Everything known today' }));
    await waitFor(() => expect(screen.queryByText('As it was known then')).toBeNull());
    // As a browser gives a year that is being typed, digit by digit.
    const day = screen.getByLabelText('As known at the end of');
    const before = asked.length;
    for (const typed of ['0002-04-10', '0020-04-10', '0202-04-10']) {
      fireEvent.change(day, { target: { value: typed } });
      expect(day).toHaveValue(typed);
    }
    expect(asked).toHaveLength(before);
    fireEvent.change(day, { target: { value: '2026-04-10' } });
    await waitFor(() => expect(asked.at(-1)).toBe('2026-04-10'));
  });

  it('goes as many steps as there are presses, however slow the answers, and shows the last', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    world.respond('GET /api/parcels/VTR-1/timeline', async ({ url }) => {
      const knownAt = url.searchParams.get('knownAt');
      if (knownAt === null) return HttpResponse.json(madeTimeline());
      await answered;
      const cut = { position: knownAt, recordedAt: '2026-04-11T14:00:00.000Z' };
      return HttpResponse.json(madeTimeline({ newest: false, cut }));
    });
    world.show('/parcels/VTR-1/show');
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'As known' });
    const steps = Number(slider.max);
    for (const presses of [1, 2, 3]) {
      fireEvent.change(slider, { target: { value: String(Number(slider.value) - 1) } });
      await waitFor(() => expect(slider.value).toBe(String(steps - presses)));
    }
    const words = slider.getAttribute('aria-valuetext');
    expect(words).toMatch(/after: Memo$/);
    answer();
    expect(await screen.findByText('As it was known then')).toBeInTheDocument();
    expect(slider).toHaveAttribute('aria-valuetext', words);
  });

  it('shows on request what an entry changed in money', async () => {
    parcel();
    world.respond('GET /api/history/change/effect', () =>
      HttpResponse.json({
        bills: [
          {
            customerId: 7,
            customerName: 'Harbor Light',
            month: '2026-04',
            state: 'OPEN',
            before: 34,
            after: 14,
            lines: [{ kind: 'FEE', key: 'k', parcelName: 'VTR-1', adjusts: null, before: 34, after: 14 }],
          },
        ],
        statements: [{ vendorId: 1, vendorName: 'Antwerp Rounds', month: '2026-04', difference: -10 }],
      }),
    );
    const user = world.show('/parcels/VTR-1/show');
    const buttons = await screen.findAllByRole('button', { name: 'What it changed in money' });
    await user.click(buttons.at(-1)!);
    const bill = within((await screen.findByText('Bill 2026-04, Harbor Light')).closest('tr')!);
    expect(bill.getByText('not billed yet')).toBeInTheDocument();
    expect(bill.getByText('−$20.00')).toBeInTheDocument();
    expect(screen.getByText('Statement 2026-04, Antwerp Rounds')).toBeInTheDocument();
  });

  it('shows that a parcel does not exist', async () => {
    world.answerWith('/api/parcels/NONE/timeline', {
      status: 404,
      body: { message: 'There is no parcel NONE.' },
    });
    world.show('/parcels/NONE/show');
    expect(await screen.findByText('There is no parcel NONE.', {}, { timeout: 15_000 })).toBeInTheDocument();
  });
});

const EFFECT = {
  parcelName: 'VTR-1',
  seen: '41',
  statusNow: 'SOLD',
  statusAfter: 'CUSTOMER',
  repricings: [{ date: '2026-04-10T14:00:00.000Z', reason: 'a feather' }],
  customers: [{ customerId: 7, name: 'Harbor Light', holdingNow: 0, holdingAfter: 9800 }],
  bills: [
    {
      customerId: 7,
      customerName: 'Harbor Light',
      month: '2026-04',
      state: 'RUNNING',
      before: 10,
      after: 13.5,
      lines: [],
    },
  ],
  statements: [],
};

describe('A correction (product: Undo and back-date)', () => {
  it('asks before an event is deleted, shows the effect, and sends the reason', async () => {
    parcel();
    const corrected: unknown[] = [];
    world.respond('POST /inventory/undo', ({ body }) => {
      corrected.push(body);
      return HttpResponse.json(body['preview'] === true ? EFFECT : {}, { headers: { 'x-position': '50' } });
    });
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Are you sure you want to delete this event?' }),
    );
    expect(await dialog.findByText('$0.00 → $9,800.00')).toBeInTheDocument();
    expect(dialog.getByText('Repricing of Apr 10, 2026 10:00 AM (a feather)')).toBeInTheDocument();
    expect(dialog.getByText('Bill 2026-04, Harbor Light')).toBeInTheDocument();
    expect(dialog.getByText('+$3.50')).toBeInTheDocument();
    expect(corrected).toEqual([{ parcelName: 'VTR-1', action: 'SOLD', eventId: 'sold', preview: true }]);
    await user.type(dialog.getByLabelText('Reason'), 'not sold after all');
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(corrected.at(-1)).toEqual({
      parcelName: 'VTR-1',
      action: 'SOLD',
      eventId: 'sold',
      remarks: 'not sold after all',
      seen: '41',
    });
    expect(await screen.findByText(/Undone. The history shows both./)).toBeInTheDocument();
  });

  it('what was corrected meanwhile is shown as it is now, and asked again', async () => {
    parcel();
    const sent: unknown[] = [];
    let seen = '41';
    const message = 'Stone has changed: now its last entry is the SOLD of 2026-04-16.';
    world.respond('POST /inventory/undo', ({ body }) => {
      if (body['preview'] === true) return HttpResponse.json({ ...EFFECT, seen });
      sent.push(body['seen']);
      return body['seen'] === '42'
        ? HttpResponse.json({})
        : HttpResponse.json({ message, code: 'CHANGED_MEANWHILE', field: 'seen' }, { status: 409 });
    });
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Bill 2026-04, Harbor Light');
    seen = '42';
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await dialog.findByText(message)).toBeInTheDocument();
    await dialog.findByText('Bill 2026-04, Harbor Light');
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual(['41', '42']);
  });

  it.each([
    ['NOT_LATEST', 'The last history entry is now another SOLD. Reload the stone.'],
    ['NOT_CORRECTABLE', 'Only the last history entry can be corrected.'],
  ])('of an entry that another undid meanwhile has no effect and no Yes (%s)', async (code, message) => {
    parcel();
    let undone = false;
    world.respond('POST /inventory/undo', ({ body }) => {
      if (body['preview'] === true && !undone) return HttpResponse.json({ ...EFFECT, seen: '41' });
      return HttpResponse.json({ message, code, field: 'eventId' }, { status: 402 });
    });
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Bill 2026-04, Harbor Light');
    undone = true;
    const asked = parcel({ correctable: undefined });
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await dialog.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(dialog.queryByText('Bill 2026-04, Harbor Light')).toBeNull());
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Yes' })).toBeDisabled());
    await waitFor(() => expect(asked).toHaveLength(1));
    // The page is that of now, behind the dialog that says why.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is of the parcel as it is when the window is come back to', async () => {
    const asked = parcel();
    world.show('/parcels/VTR-1/show');
    await screen.findByRole('button', { name: 'Undo' });
    const before = asked.length;
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(asked).toHaveLength(before + 1));
  });

  it('an effect that could not be worked out is asked for again, and the reason stays', async () => {
    parcel();
    let isAway = true;
    world.respond('POST /inventory/undo', () =>
      isAway
        ? HttpResponse.json({ message: 'Please try again in a moment.' }, { status: 402 })
        : HttpResponse.json(EFFECT),
    );
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Please try again in a moment.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'not sold after all');
    isAway = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Bill 2026-04, Harbor Light')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Yes' })).toBeEnabled();
    expect(dialog.getByLabelText('Reason')).toHaveValue('not sold after all');
  });

  it('asks for a valid date first (product: Undo and back-date)', async () => {
    parcel();
    world.respond('POST /inventory/change_date', () => HttpResponse.json(EFFECT));
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Change date' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await dialog.findByText('Not a valid date.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('New date'), '2026-04-16T10:30');
    expect(
      await screen.findByRole('dialog', { name: "Change this event's date to Apr 16, 2026 10:30 AM?" }),
    ).toBeInTheDocument();
    expect(await dialog.findByText('Bill 2026-04, Harbor Light')).toBeInTheDocument();
  });

  it('a date that does not fit is refused by the server, at the field, and cannot be sent', async () => {
    parcel();
    const message = 'The new date must be later than the MEMO of 2026-04-10.';
    world.respond('POST /inventory/change_date', () =>
      HttpResponse.json({ message, field: 'newDate' }, { status: 402 }),
    );
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Change date' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('New date'), '2026-04-01T10:30');
    expect(await dialog.findByText(message)).toBeInTheDocument();
    expect(dialog.getByLabelText('New date')).toBeInvalid();
    expect(dialog.getByRole('button', { name: 'Yes' })).toBeDisabled();
  });

  it('is not offered where the last entry is a document', async () => {
    parcel({ correctable: undefined });
    world.show('/parcels/VTR-1/show');
    await screen.findByRole('region', { name: 'What was' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('A repricing (rule: Freezing)', () => {
  it('asks for the prices and a reason, shows the effect, and is sent with both', async () => {
    parcel();
    const sent: unknown[] = [];
    world.respond('POST /inventory/reprice', ({ body }) => {
      sent.push(body);
      return HttpResponse.json(body['preview'] === true ? EFFECT : {}, { headers: { 'x-position': '50' } });
    });
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Reprice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reprice VTR-1 for Harbor Light?' }));
    expect(dialog.getByText('Change a price to see what it would change.')).toBeInTheDocument();
    const price = dialog.getByLabelText('Price ($)');
    await user.clear(price);
    await user.type(price, '9,300.555');
    expect(price).toBeInvalid();
    await user.clear(price);
    await user.type(price, '9,300');
    expect(await dialog.findByText('Bill 2026-04, Harbor Light')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await dialog.findByText('Say why.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'a feather');
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.at(-1)).toEqual({
      parcelName: 'VTR-1',
      customerId: 7,
      customerPrice: 9300,
      listPrice: 10_000,
      cost: 9000,
      remarks: 'a feather',
      seen: '41',
    });
  });
  it.each([
    ['Price ($)', '5'],
    ['From (empty: now)', '2026-11-19T10:00'],
    ['Reason', 'a feather'],
  ])('with %s typed it asks before it is left', async (label, text) => {
    parcel();
    world.respond('POST /inventory/reprice', () => HttpResponse.json(EFFECT));
    const asked = vi.spyOn(window, 'confirm').mockReturnValue(false).mockClear();
    const user = world.show('/parcels/VTR-1/show');
    await user.click(await screen.findByRole('button', { name: 'Reprice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reprice VTR-1 for Harbor Light?' }));
    fireEvent.change(dialog.getByLabelText(label), { target: { value: text } });
    await user.keyboard('{Escape}');
    expect(asked).toHaveBeenCalledOnce();
    expect(dialog.getByLabelText(label)).toHaveValue(text);
    asked.mockReturnValue(true);
    await user.click(dialog.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
