import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ToastHost } from './toast-host.tsx';
import { clearToasts, toastFailure, toastSuccess } from './toast.ts';

it('shows what was to be shown before its host had come, in order', async () => {
  toastFailure('of the last session');
  clearToasts();
  toastFailure('Stone not found.');
  toastSuccess('Sent.');
  render(<ToastHost />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Stone not found.');
  expect(screen.getByRole('status')).toHaveTextContent('Sent.');
});
