import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
  it('a refusal that names a field is shown at that field', async () => {
    world.answerWith(PATH, {
      status: 402,
      body: {
        message: 'A name may not have links or line breaks: put a space after a full stop.',
        field: 'recipientName',
      },
    });
    await fill();
    expect(
      await screen.findByText('A name may not have links or line breaks: put a space after a full stop.'),
    ).toBeVisible();
    expect(screen.getByLabelText("Your friend's name")).toHaveAttribute('aria-invalid', 'true');
  });
  it('any other refusal is shown, and what was written stays', async () => {
    world.answerWith(PATH, { status: 402, body: { message: 'Too many referrals. Try again in an hour.' } });
    await fill('/referralform?name=Ada&email=ada%40shop.example');
    expect(await screen.findByText('Too many referrals. Try again in an hour.')).toBeVisible();
    expect(screen.getByLabelText("Your friend's name")).toHaveValue('Grace');
  });
});
