import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, onTestFinished } from 'vitest';
import type { UserResource } from '#contracts/api/users.ts';
import { takeConfiguration } from '#web-shared/configuration.ts';
import { heldAnswer } from '../testing/held-answer.ts';
import { madeCustomer, PEOPLE } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const rep = PEOPLE.find(({ username }) => username === 'demo-rep')!;

/** A server that keeps one user, and refuses a change of a version that is no longer the newest. */
function serve(user: UserResource): { changedBySomebody: (changes: Partial<UserResource>) => void } {
  let now = user;
  const next = (changes: object) => {
    now = { ...now, ...changes, version: String(Number(now.version) + 1) };
  };
  world.respond('GET /api/users/demo-rep', () => HttpResponse.json(now));
  world.respond('GET /api/users', () =>
    HttpResponse.json([now], { headers: { 'content-range': 'users 0-0/1' } }),
  );
  world.respond('PUT /api/users/demo-rep', ({ body }) => {
    const sent = world.sent.at(-1)?.headers.get('if-match');
    if (sent !== `"${now.version}"`)
      return HttpResponse.json(
        { message: 'ada has changed this user since you opened it.', code: 'CHANGED_MEANWHILE' },
        { status: 409 },
      );
    next(body);
    return HttpResponse.json(now);
  });
  world.respond('POST /admin/resetpassword', () => {
    next({ mustChangePassword: true });
    return HttpResponse.json({ username: 'demo-rep' });
  });
  return { changedBySomebody: next };
}
const open = async () => {
  const server = serve({ ...rep, id: rep.username, version: '1' });
  const user = world.show('/users/demo-rep');
  const name = await screen.findByLabelText('First name');
  await user.clear(name);
  await user.type(name, 'Grace');
  return { user, ...server };
};
const save = () => screen.getByRole('button', { name: 'Save' });

it('of two who edit one user the second learns of it, keeps what was typed and can save it', async () => {
  const { user, changedBySomebody } = await open();
  changedBySomebody({ email: 'new@example.com' });
  await user.click(save());
  const notice = await screen.findByText('ada has changed this user since you opened it.');
  await waitFor(() =>
    expect(notice.closest('[role=alert]')).toHaveTextContent(/E-mail: .* → “new@example.com”/),
  );
  // The form is filled anew a moment after the notice.
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveValue('new@example.com'));
  expect(screen.getByLabelText('First name')).toHaveValue('Grace');
  await user.click(save());
  expect(await screen.findByText('demo-rep was saved.')).toBeInTheDocument();
  expect(world.sent.at(-1)?.body).toMatchObject({ firstName: 'Grace', email: 'new@example.com' });
});

it('takes nothing more while it is saved: nothing that is typed is lost', async () => {
  const { user } = await open();
  const saving = heldAnswer();
  world.respond('PUT /api/users/demo-rep', () => saving.given);
  const name = screen.getByLabelText('First name');
  await user.type(name, '{Enter}');
  await waitFor(() => expect(name).toBeDisabled());
  // As browsers do to a field that is disabled.
  name.blur();
  await user.type(name, ' Brewster');
  saving.give(HttpResponse.json({ message: 'Out of order.' }, { status: 500 }));
  await waitFor(() => expect(name).toBeEnabled());
  expect(name).toHaveValue('Grace');
  expect(name).toHaveFocus();
});

it('whose password one has just reset oneself is saved without a conflict', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(
    await screen.findByText(
      'demo-rep has a new password. No mail server is set up: an administrator reads the password under Outbox.',
    ),
  ).toBeInTheDocument();
  await waitFor(() =>
    expect(world.calls.filter((call) => call === 'GET /api/users/demo-rep')).toHaveLength(2),
  );
  await user.click(save());
  expect(await screen.findByText('demo-rep was saved.')).toBeInTheDocument();
  expect(world.sent.at(-1)?.body).toMatchObject({ firstName: 'Grace', mustChangePassword: true });
});

it('a colleague’s change of what one types is named when one’s own reset reads the user again', async () => {
  // Given a first name that is typed, and that a colleague changes meanwhile
  const { user, changedBySomebody } = await open();
  changedBySomebody({ firstName: 'Mary' });
  // When one resets the password
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  // Then it is named before it is saved over
  const notice = await screen.findByText('Somebody has changed this user since you opened it.');
  expect(notice.closest('[role=alert]')).toHaveTextContent(/“.*” → “Mary”/);
  expect(save()).toBeEnabled();
});

it('whose password is mailed has it at the e-mail address, not at the username', async () => {
  takeConfiguration({ sendsMails: true });
  onTestFinished(() => takeConfiguration({}));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(
    await screen.findByText(`demo-rep has a new password. The password is on its way to ${rep.email}.`),
  ).toBeInTheDocument();
});

it("a user's customer beyond the first thousand reads right, is saved unchanged, and another is found", async () => {
  world.customers = Array.from({ length: 1200 }, (_, place) => madeCustomer(place + 1));
  serve({ ...rep, id: rep.username, version: '1', customerId: 999 });
  world.customers[998]!.name = 'Zephyr Jewels';
  const user = world.show('/users/demo-rep');
  const customer = await screen.findByLabelText('Customer');
  await waitFor(() => expect(customer).toHaveValue('Zephyr Jewels'));
  await user.type(screen.getByLabelText('First name'), 'x');
  await user.click(save());
  expect(await screen.findByText('demo-rep was saved.')).toBeInTheDocument();
  expect(world.sent.at(-1)?.body).toMatchObject({ customerId: 999 });
});

it('a user is given a customer that the server finds, or none', async () => {
  world.customers = Array.from({ length: 1200 }, (_, place) => madeCustomer(place + 1));
  serve({ ...rep, id: rep.username, version: '1', customerId: 7 });
  const user = world.show('/users/demo-rep');
  const customer = await screen.findByLabelText('Customer');
  await waitFor(() => expect(customer).toHaveValue('Jeweller 7'));
  await user.clear(customer);
  await user.type(customer, 'Jeweller 1199');
  const option = await screen.findByRole('option', { name: 'Jeweller 1199' });
  // What lies beside the landmarks of a page is passed over by those who go by them.
  expect(screen.getByRole('main')).toContainElement(option);
  await user.click(option);
  await user.click(save());
  expect(await screen.findByText('demo-rep was saved.')).toBeInTheDocument();
  expect(world.sent.at(-1)?.body).toMatchObject({ customerId: 1199 });
});

it('the list is not put in order by the customer column: names are shown, the server knows numbers', async () => {
  serve({ ...rep, id: 'demo-rep', version: '1' });
  world.show('/users');
  const head = await screen.findByRole('columnheader', { name: 'Customer' });
  expect(head.querySelector('button')).toBeNull();
});

it('a second factor that cannot be read says so, and can be asked again', async () => {
  const path = '/api/users/demo-rep/second-factor';
  world.answerWith(path, { status: 503, body: { message: 'Please try again in a moment.' } });
  const { user } = await open();
  const section = within(await screen.findByRole('region', { name: 'Second factor' }));
  expect(await section.findByText('The second factor could not be loaded')).toBeInTheDocument();
  world.answerWith(path, {
    status: 200,
    body: { enabled: true, required: false, recoveryCodes: 8, lastReset: null },
  });
  await user.click(section.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Reset Second Factor' })).toBeInTheDocument();
});

it('a rep does not set what it sees of prices itself, and reads who does', async () => {
  world.signIn('demo-rep');
  await open();
  expect(screen.getByLabelText('Prices')).toBeDisabled();
  expect(screen.getByText('Only an administrator can set which prices a sales rep sees.')).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toBeEnabled();
});

it('a customer’s user that was staff has its second factor reset here; one without has no such section', async () => {
  const path = '/api/users/demo-rep/second-factor';
  serve({ ...rep, salesRep: false, customerId: 1, id: 'demo-rep', version: '1' });
  const factor = { enabled: true, required: false, recoveryCodes: 8, lastReset: null };
  world.answerWith(path, { status: 200, body: factor });
  const user = world.show('/users/demo-rep');
  await user.click(await screen.findByRole('button', { name: 'Reset Second Factor' }));
  world.answerWith(path, { status: 200, body: { ...factor, enabled: false } });
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull());
  expect(await screen.findByRole('region', { name: 'Where the user is signed in' })).toBeVisible();
});

it.each([
  { of: 'an administrator', user: { administrator: true, salesRep: false }, all: true },
  { of: 'another sales rep', user: { salesRep: true }, all: false },
])('a rep is offered nothing of $of that the server refuses', async ({ user, all }) => {
  world.signIn('demo-rep');
  world.respond('GET /api/users/grace', () =>
    HttpResponse.json({ ...rep, ...user, id: 'grace', username: 'grace', version: '1' }),
  );
  world.show('/users/grace');
  const field = async (label: string) => (await screen.findByLabelText(label)).matches(':disabled');
  expect(await field('First name')).toBe(all);
  expect([await field('E-mail'), await field('Sales rep'), await field('Active')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(screen.queryByRole('button', { name: 'Reset Password' })).toBeNull();
  expect(screen.queryAllByRole('button', { name: 'Save' })).toHaveLength(all ? 0 : 1);
  const why = all ? /^Only an administrator can change an administrator/ : /for another sales rep/;
  expect(screen.getAllByText(why)[0]).toBeVisible();
});

it('who is oneself has no button to reset the password: it is changed under Profile', async () => {
  const me = PEOPLE.find(({ username }) => username === 'demo-admin')!;
  world.respond('GET /api/users/demo-admin', () =>
    HttpResponse.json({ ...me, id: me.username, version: '1' }),
  );
  world.show('/users/demo-admin');
  expect(await screen.findByLabelText('First name')).toBeInTheDocument();
  expect(await screen.findByText('Where the user is signed in')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reset Password' })).not.toBeInTheDocument();
});
