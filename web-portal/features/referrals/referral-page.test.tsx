import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { referralRequest } from '#contracts/api/referrals.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld();
const PATH = '/admin/makecustomerreferral';

describe('Refer a friend (product: Referral page)', () => {
  const fill = async (address = '/referral?name=Ada&email=ada%40shop.example') => {
    const user = world.show(address);
    await user.type(await screen.findByLabelText("Your friend's name"), 'Grace');
    await user.type(screen.getByLabelText("Your friend's e-mail"), 'grace@shop.example');
    await user.click(screen.getByRole('button', { name: 'Send Referral' }));
  };
  it('is prefilled from the query string parameters name and email', async () => {
    world.show('/referral?name=Ada&email=ada%40shop.example');
    expect(await screen.findByLabelText('Your name')).toHaveValue('Ada');
    expect(screen.getByLabelText('Your e-mail')).toHaveValue('ada@shop.example');
  });
  it("sends the four fields, says 'Referral Sent' and goes to /", async () => {
    await fill();
    expect(await screen.findByText('Referral Sent')).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(world.calls.find(({ path }) => path === PATH)?.body).toEqual({
      gifterName: 'Ada',
      gifterEmail: 'ada@shop.example',
      recipientName: 'Grace',
      recipientEmail: 'grace@shop.example',
    });
  });
  it('a refusal of one field is shown at that field', async () => {
    const message = 'Your friend has been written to already.';
    world.answerWith(PATH, { status: 402, body: { message, field: 'recipientName' } });
    await fill();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText("Your friend's name")).toHaveAccessibleDescription(message);
  });
  it('a refusal of several fields is shown at each of them', async () => {
    const given = {
      gifterName: 'Ada',
      gifterEmail: 'ada',
      recipientName: 'Grace <3',
      recipientEmail: 'grace',
    };
    const issues = referralRequest.safeParse(given).error!.issues;
    const errors = issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    world.answerWith(PATH, { status: 402, body: { ...errors[0], errors } });
    await fill();
    const yours = screen.getByLabelText('Your e-mail');
    await waitFor(() =>
      expect(yours).toHaveAccessibleDescription('Enter your e-mail address, like name@example.com.'),
    );
    expect(screen.getByLabelText('Your name')).not.toBeInvalid();
    expect(screen.getByLabelText("Your friend's name")).toHaveAccessibleDescription(
      / the signs < > @ \/ \\:/,
    );
    expect(screen.getByLabelText("Your friend's e-mail")).toHaveAccessibleDescription(
      "Enter your friend's e-mail address, like name@example.com.",
    );
  });
  it('any other refusal is shown, and what was written stays', async () => {
    world.answerWith(PATH, { status: 402, body: { message: 'Too many referrals. Try again in an hour.' } });
    await fill('/referralform?name=Ada&email=ada%40shop.example');
    expect(await screen.findByText('Too many referrals. Try again in an hour.')).toBeVisible();
    expect(screen.getByLabelText("Your friend's name")).toHaveValue('Grace');
  });
});
