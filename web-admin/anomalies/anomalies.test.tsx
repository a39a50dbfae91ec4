import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { list, officeWorld } from '../dev/render-back-office.tsx';

const world = officeWorld();

it('an anomaly leads to its parcel', async () => {
  const anomaly = {
    id: '1',
    parcelName: 'VTR-1',
    line: 'natural',
    customerId: 7,
    customerName: 'Harbor Light',
    eventId: 'e',
    type: 'RETURN_MEMO',
    date: '2026-04-10',
    reason: 'return memo without holding it',
    overdue: false,
  };
  world.respond('GET /api/anomalies', () => list([anomaly]));
  world.show('/anomalies');
  expect(await screen.findByRole('link', { name: 'VTR-1' })).toHaveAttribute(
    'href',
    expect.stringContaining('/parcels/'),
  );
  expect(screen.getByText('return memo without holding it')).toBeInTheDocument();
});
