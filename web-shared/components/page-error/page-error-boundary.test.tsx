import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageErrorBoundary } from './page-error-boundary.tsx';

beforeEach(() => {
  // React writes what the boundary has caught to the console.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

it('A page that fails shows its two texts and can be tried again (product: Page error)', async () => {
  let broken = true;
  const Page = () => {
    if (broken) throw new Error('a page that cannot be drawn');
    return <p>The page</p>;
  };
  render(
    <PageErrorBoundary>
      <Page />
    </PageErrorBoundary>,
  );
  expect(screen.getByText('There was an error displaying this page.')).toBeVisible();
  expect(screen.getByText("We're sorry for the inconvenience.")).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('The page')).toBeVisible();
});
