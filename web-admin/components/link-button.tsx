import type { ReactNode } from 'react';
import { LinkBase } from 'react-admin';
import { buttonClass } from '#web-shared/components/button/button.tsx';

type LinkButtonProps = { to: string; look?: 'primary' | 'outlined'; children: ReactNode };

/** A link to a page of the back office that looks like a button. */
export function LinkButton({ to, look = 'outlined', children }: LinkButtonProps) {
  return (
    <LinkBase className={buttonClass(look)} to={to}>
      {children}
    </LinkBase>
  );
}
