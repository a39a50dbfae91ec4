import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button, IconButton } from './button.tsx';

/** A form whose button waits for what it began, until the test ends that. */
function Sending({ onSubmit }: { onSubmit: (end: () => void) => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        onSubmit(() => setBusy(false));
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </form>
  );
}

const shown = () => {
  const submissions: (() => void)[] = [];
  render(<Sending onSubmit={(end) => submissions.push(end)} />);
  return { user: userEvent.setup(), submissions, send: screen.getByRole('button', { name: 'Send' }) };
};

describe('A button whose own action is under way', () => {
  it('keeps the focus, which a disabled one loses to the page', async () => {
    const { user, send } = shown();
    await user.click(send);
    expect(send).toHaveAttribute('aria-busy', 'true');
    expect(send).toHaveAttribute('aria-disabled', 'true');
    expect(send).toBeEnabled(); // `disabled` is what takes the focus
    expect(send).toHaveFocus();
    await user.tab({ shift: true });
    await user.tab();
    expect(send).toHaveFocus();
  });
  it('does nothing when pressed again, by mouse, by key or by Enter in its form', async () => {
    const { user, submissions, send } = shown();
    await user.click(send);
    await user.click(send);
    await user.keyboard('{Enter}');
    await user.keyboard(' ');
    await user.type(screen.getByLabelText('Name'), 'A{Enter}');
    expect(submissions).toHaveLength(1);
  });
  it('can be pressed again when it has ended', async () => {
    const { user, submissions, send } = shown();
    await user.click(send);
    submissions[0]!();
    await expect.poll(() => send.hasAttribute('aria-disabled')).toBe(false);
    await user.click(send);
    expect(submissions).toHaveLength(2);
  });
  it('does so as an icon, too', async () => {
    const presses: string[] = [];
    render(<IconButton icon="download" label="Download" busy onClick={() => presses.push('download')} />);
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(presses).toEqual([]);
  });
});
