import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import Drawer from './drawer.tsx';

/** A row whose button is gone once it is pressed. */
function Row({ name }: { name: string }) {
  const [there, setThere] = useState(true);
  return there ? (
    <button type="button" onClick={() => setThere(false)}>
      {name}
    </button>
  ) : null;
}

const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  act(() => button.focus());
  fireEvent.click(button);
  expect(document.activeElement).toBe(document.body);
};

it('closes a panel whose button is gone with the focus', () => {
  const close = vi.fn();
  render(
    <Drawer label="Links" onClose={close}>
      <Row name="Revoke" />
    </Drawer>,
  );
  press('Revoke');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(1);
});

it('closes the overlay in front alone, and none that cannot be closed now', () => {
  const [behind, front] = [vi.fn(), vi.fn()];
  const overlays = (onClose: (() => void) | undefined) => (
    <Drawer label="Links" onClose={behind}>
      <Dialog open {...(onClose && { onClose })}>
        <Row name="Yes" />
      </Dialog>
    </Drawer>
  );
  const { rerender } = render(overlays(undefined));
  press('Yes');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([behind, front].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  rerender(overlays(front));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([behind, front].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});
