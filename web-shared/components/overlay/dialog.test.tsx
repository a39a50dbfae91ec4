import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

it('is closed by a click beside it, not by the second click of the double click that opened it', async () => {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose}>
      Apply this feed?
    </Dialog>,
  );
  const beside = screen.getByRole('dialog').parentElement!;
  const user = userEvent.setup();
  await user.click(beside);
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.dblClick(beside);
  expect(onClose).toHaveBeenCalledTimes(2);
});
