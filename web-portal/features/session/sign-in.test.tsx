import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeAnswer } from '../../testing/made-answer.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(0);
const WRONG = 'Please check your username and password.';

beforeEach(() => {
  world.username = null;
});

describe('A failed sign-in (product: Error catalogue)', () => {
  it.each<[string, FakeAnswer | 'network lost', string]>([
    ['a wrong password', { status: 401, body: { message: 'Login Failed' } }, WRONG],
    ['a server out of order', { status: 500, body: { message: 'Out of order.' } }, 'Out of order.'],
    ['a proxy without its server', { status: 503, body: '<html>Bad gateway</html>' }, 'An error occurred.'],
    ['a lost network', 'network lost', 'No connection to the server. Please try again.'],
  ])('says why: %s', async (_, answer, words) => {
    world.answerWith('/login', answer);
    const user = world.show('/login');
    await user.type(await screen.findByLabelText('Username'), 'demo-customer');
    await user.type(screen.getByLabelText('Password'), 'Demo-pass-1{Enter}');
    expect(await screen.findByText('Login Failed')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    if (words !== WRONG) expect(screen.queryByText(WRONG)).not.toBeInTheDocument();
  });
});
