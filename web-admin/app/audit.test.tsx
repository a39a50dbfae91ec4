import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { list, officeWorld } from '../dev/render-back-office.tsx';
import { madeEntry, madeTimeline } from '../dev/made-audit.ts';

const world = officeWorld();

/** What the history was last asked for. */
function history(rows: readonly object[] = [madeEntry('1')], total = rows.length, estimated = false) {
  const asked: { filter: unknown; sort: unknown; range: unknown }[] = [];
  world.respond('GET /api/history', ({ url }) => {
    const read = (name: string): unknown => JSON.parse(url.searchParams.get(name) ?? 'null');
    asked.push({ filter: read('filter'), sort: read('sort'), range: read('range') });
    return HttpResponse.json(rows, {
      headers: {
        'content-range': `history 0-${rows.length - 1}/${total}`,
        ...(estimated && { 'x-total-estimate': 'true' }),
      },
    });
  });
  return asked;
}

describe('The history (rule: Two axes)', () => {
  it('tells what, of what, for whom, when it happened, when it was learnt, by whom and why', async () => {
    const undone = {
      eventId: 'x',
      by: 'demo-admin',
      recordedAt: '2026-04-12T14:00:00.000Z',
      reason: 'a slip',
    };
    history([madeEntry('1', { undone, reason: 'for the window' })]);
    world.show('/history');
    const row = within((await screen.findByText('VTR-1')).closest('tr')!);
    expect(row.getByText('Memo')).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'VTR-1' })).toHaveAttribute(
      'href',
      expect.stringContaining('/parcels/VTR-1'),
    );
    expect(row.getByText('Harbor Light')).toBeInTheDocument();
    expect(row.getByText('Apr 10, 2026')).toBeInTheDocument();
    expect(row.getByText(/Undone by demo-admin, .*: a slip/)).toBeInTheDocument();
    expect(row.getByText('for the window')).toBeInTheDocument();
    expect(row.getByText(/amount \$9,800.00/)).toBeInTheDocument();
  });

  it('asks the server for the newest learnt first, and for what is chosen', async () => {
    const asked = history();
    const user = world.show('/history');
    await screen.findByText('VTR-1');
    expect(asked[0]).toEqual({ filter: {}, sort: ['recordedAt', 'DESC'], range: [0, 24] });
    await user.click(screen.getByRole('button', { name: 'Documents' }));
    const documents = ['MEMO', 'RETURN_MEMO', 'INVOICE', 'CREDIT'];
    await waitFor(() => expect(asked.at(-1)?.filter).toEqual({ type: documents }));
    await user.click(await screen.findByRole('button', { name: 'Invoice' }));
    await waitFor(() => expect(asked.at(-1)?.filter).toEqual({ type: ['MEMO', 'RETURN_MEMO', 'CREDIT'] }));
    expect(screen.getByRole('button', { name: /Documents/ })).toHaveAttribute('aria-pressed', 'true');
    await user.type(screen.getByRole('searchbox', { name: 'By whom' }), 'harbor');
    await waitFor(() => expect(asked.at(-1)?.filter).toMatchObject({ actor: 'harbor' }));
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(asked.at(-1)?.filter).toEqual({}));
    expect(screen.getByRole('searchbox', { name: 'By whom' })).toHaveValue('');
  });

  it('loses nothing of what is said in one breath', async () => {
    const asked = history();
    world.show('/history');
    await screen.findByText('VTR-1');
    const day = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    day('Happened from', '2026-04-01');
    day('Happened to', '2026-04-30');
    fireEvent.change(screen.getByRole('searchbox', { name: 'By whom' }), { target: { value: 'harbor' } });
    fireEvent.click(screen.getByRole('button', { name: 'Undone since' }));
    const all = { effectiveFrom: '2026-04-01', effectiveTo: '2026-04-30', actor: 'harbor', undone: true };
    await waitFor(() => expect(asked.at(-1)?.filter).toEqual(all));
  });

  it('takes what the address says, on either axis', async () => {
    const asked = history();
    const filter = { q: 'VTR-1', effectiveFrom: '2026-04-01', recordedTo: '2026-04-30', undone: true };
    world.show(`/history?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    await screen.findByText('Memo');
    expect(asked.at(-1)?.filter).toEqual(filter);
    expect(screen.getByLabelText('Happened from')).toHaveValue('2026-04-01');
    expect(screen.getByLabelText('Learnt to')).toHaveValue('2026-04-30');
    expect(screen.getByRole('searchbox', { name: 'Parcel, document or number' })).toHaveValue('VTR-1');
    expect(screen.getByRole('button', { name: 'Undone since' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('says honestly that a large total is an estimate, and pages', async () => {
    const asked = history([madeEntry('1')], 1_204_000, true);
    const user = world.show('/history');
    expect(await screen.findByText(/About 1,204,000 entries, estimated/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.at(-1)?.range).toEqual([25, 49]));
  });

  it('finds nothing, and offers the way out', async () => {
    world.respond('GET /api/history', () => list([]));
    world.show(`/history?filter=${encodeURIComponent('{"q":"none"}')}`);
    expect(await screen.findByText('0 entries found')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Clear Filters' }).length).toBe(2);
  });
});

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
  });

  it('tells what an entry changed in money when it is asked', async () => {
    parcel();
    world.respond('GET /api/history/change/effect', () =>
      HttpResponse.json({
        bills: [
          {
            ...{ customerId: 7, month: '2026-04', state: 'OPEN', before: 34, after: 14 },
            lines: [{ kind: 'FEE', key: 'k', parcelName: 'VTR-1', adjusts: null, before: 34, after: 14 }],
          },
        ],
        statements: [{ vendorId: 1, month: '2026-04', before: 17, after: 7 }],
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

  it('a parcel that is none says so', async () => {
    world.answerWith('/api/parcels/NONE/timeline', {
      status: 404,
      body: { message: 'There is no parcel NONE.' },
    });
    world.show('/parcels/NONE/show');
    expect(await screen.findByText('There is no parcel NONE.', {}, { timeout: 15_000 })).toBeInTheDocument();
  });
});

const EFFECT = {
  ...{ parcelName: 'VTR-1', statusNow: 'SOLD', statusAfter: 'CUSTOMER' },
  customers: [{ customerId: 7, name: 'Harbor Light', holdingNow: 0, holdingAfter: 9800 }],
  bills: [{ customerId: 7, month: '2026-04', state: 'RUNNING', before: 10, after: 13.5, lines: [] }],
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
    expect(dialog.getByText('Bill 2026-04, Harbor Light')).toBeInTheDocument();
    expect(dialog.getByText('+$3.50')).toBeInTheDocument();
    expect(corrected).toEqual([{ parcelName: 'VTR-1', action: 'SOLD', preview: true }]);
    await user.type(dialog.getByLabelText('Reason'), 'not sold after all');
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(corrected.at(-1)).toEqual({ parcelName: 'VTR-1', action: 'SOLD', remarks: 'not sold after all' });
    expect(await screen.findByText(/Undone. The history shows both./)).toBeInTheDocument();
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

describe('The inboxes', () => {
  it('anomalies lead to their parcel', async () => {
    world.respond('GET /api/anomalies', () =>
      list([
        {
          ...{
            id: '1',
            parcelName: 'VTR-1',
            line: 'natural',
            customerId: 7,
            customerName: 'Harbor Light',
            eventId: 'e',
          },
          ...{
            type: 'RETURN_MEMO',
            date: '2026-04-10',
            reason: 'return memo without holding it',
            overdue: false,
          },
        },
      ]),
    );
    world.show('/anomalies');
    expect(await screen.findByRole('link', { name: 'VTR-1' })).toHaveAttribute(
      'href',
      expect.stringContaining('/parcels/'),
    );
    expect(screen.getByText('return memo without holding it')).toBeInTheDocument();
  });

  it('a mail that was given up is delivered again', async () => {
    const mail = {
      ...{ id: 3, key: 'k', to: 'a@example.com', subject: 'Your invoice', text: 'It is there.', html: null },
      ...{
        state: 'FAILED',
        attempts: 8,
        createdAt: '2026-04-10T10:00:00.000Z',
        nextAttemptAt: null,
        sentAt: null,
      },
      reason: 'no such mailbox',
    };
    world.respond('GET /api/mails', () => list([mail]));
    world.respond('POST /api/mails/3/deliver', () => HttpResponse.json({ ...mail, state: 'WAITING' }));
    const user = world.show('/mails');
    expect(await screen.findByText('no such mailbox')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Deliver the mail to a@example.com again' }));
    await waitFor(() => expect(world.calls).toContain('POST /api/mails/3/deliver'));
  });

  it('a rep sees what vendors were told, but not the audit', async () => {
    world.signIn('demo-rep');
    world.respond('GET /api/vendor-notices', () => list([]));
    world.show('/vendor-notices');
    expect(await screen.findByText('No vendor had to be told anything yet.')).toBeInTheDocument();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.queryByRole('link', { name: 'History' })).toBeNull();
  });
});
