import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

const mail = {
  id: 3,
  key: 'k',
  to: 'a@example.com',
  subject: 'Your invoice',
  text: 'It is there.',
  html: null,
  state: 'FAILED',
  attempts: 8,
  createdAt: '2026-04-10T10:00:00.000Z',
  nextAttemptAt: null,
  sentAt: null,
  reason: 'no such mailbox',
  dismissedBy: null,
  dismissedAt: null,
};

it('a mail whose delivery failed is delivered again', async () => {
  world.respond('GET /api/mails', () => list([mail]));
  world.respond('POST /api/mails/3/deliver', () => HttpResponse.json({ ...mail, state: 'WAITING' }));
  const user = world.show('/mails');
  expect(await screen.findByText('no such mailbox')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Deliver the mail to a@example.com again' }));
  await waitFor(() => expect(world.calls).toContain('POST /api/mails/3/deliver'));
  expect(await screen.findByText('The mail is on its way again.')).toBeInTheDocument();
});

it('a mail whose delivery failed is dismissed, and can be delivered again still', async () => {
  let shown: object = mail;
  world.respond('GET /api/mails', () => list([shown]));
  world.respond('POST /api/mails/3/dismiss', () => {
    shown = { ...mail, state: 'DISMISSED', dismissedBy: 'ada', dismissedAt: '2026-04-11T10:00:00.000Z' };
    return HttpResponse.json(shown);
  });
  const user = world.show('/mails');
  await user.click(await screen.findByRole('button', { name: 'Dismiss the mail to a@example.com' }));
  expect(
    await screen.findByText('The mail was dismissed. It can still be delivered again.'),
  ).toBeInTheDocument();
  expect(
    await screen.findByText('no such mailbox; dismissed by ada, Apr 11, 2026 6:00 AM'),
  ).toBeInTheDocument();
  expect(screen.getByText('Dismissed')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Dismiss/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Deliver/ })).toBeInTheDocument();
});

it('a mail that the mail server did not take says when the next try is', async () => {
  const waiting = {
    ...mail,
    state: 'WAITING',
    nextAttemptAt: '2026-04-10T11:04:00.000Z',
    reason: 'connect ECONNREFUSED',
  };
  world.respond('GET /api/mails', () => list([waiting]));
  world.show('/mails');
  expect(await screen.findByText('connect ECONNREFUSED; next try Apr 10, 2026 7:04 AM')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Deliver/ })).not.toBeInTheDocument();
});

it('a number of mails that is an estimate is shown as one', async () => {
  world.respond('GET /api/mails', () => {
    const answer = list([mail], 12_400);
    answer.headers.set('x-total-estimate', 'true');
    return answer;
  });
  world.show('/mails');
  expect(await screen.findByText(/1 of about 12,400 mails.*, estimated/)).toBeInTheDocument();
});
