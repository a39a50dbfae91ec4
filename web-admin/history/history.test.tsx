import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { madeEntry } from '../testing/made-audit.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

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
  it('shows what, of what, for whom, when it happened, when it was learnt, by whom and why', async () => {
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
    expect(row.getByText('2026-04-10')).toBeInTheDocument();
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

  it('drops what is being typed when the filters are cleared', async () => {
    const asked = history();
    const user = world.show(`/history?filter=${encodeURIComponent('{"undone":true}')}`);
    await screen.findByText('VTR-1');
    await user.type(screen.getByRole('searchbox', { name: 'By whom' }), 'harbor');
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(asked.at(-1)?.filter).toEqual({}));
    expect(screen.getByRole('searchbox', { name: 'By whom' })).toHaveValue('');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked.at(-1)?.filter).toEqual({});
  });

  it('keeps filters that are set at the same moment', async () => {
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

  it('takes its filters from the address, on either axis', async () => {
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

  it('marks a large total as an estimate, and pages', async () => {
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
