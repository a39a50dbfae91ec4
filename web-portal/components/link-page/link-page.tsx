import type { ReactNode } from 'react';
import { SchemeToggle } from '#web-shared/components/scheme-toggle.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { statusOf } from '../../lib/failures.ts';
import { INCOMPLETE_LINK, useLinkToken } from './link-token.ts';
import styles from './link-page.module.css';

/** Whether the server refused the link's token. */
export const isGone = (error: unknown): boolean => [400, 404].includes(statusOf(error) ?? 0);

/** A page that a link opens without an account. */
export function LinkPage({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <span>{brand}</span>
        <SchemeToggle />
      </header>
      {children}
    </div>
  );
}

type MainProps = {
  /** As wide as a large screen allows. */
  wide?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** What it shows. */
export const LinkMain = ({ wide = false, className = '', children }: MainProps) => (
  <main className={`${styles['main'] ?? ''} ${className}`} data-wide={wide}>
    {children}
  </main>
);

/** Until the first answer has come. */
export const LinkLoading = () => (
  <main className={styles['main']} role="status" aria-label="Loading">
    <Skeleton height={46} />
    <Skeleton height={120} />
    <Skeleton height={320} />
  </main>
);

/** The link no longer works or is incomplete, or the server did not answer. */
export function LinkFailed({
  error,
  what,
  onRetry,
}: {
  error: unknown;
  /** Begins the heading: 'The stones'. */
  what: string;
  onRetry: () => void;
}) {
  const token = useLinkToken();
  return (
    <LinkMain>
      {token === '' ? (
        <StateMessage heading={INCOMPLETE_LINK.heading} page shape="MQ">
          {INCOMPLETE_LINK.text}
        </StateMessage>
      ) : isGone(error) ? (
        <StateMessage heading="This link no longer works" page shape="MQ">
          It may have expired or been revoked. Please ask for a new one.
        </StateMessage>
      ) : (
        <CouldNotLoad page what={what} error={error} retry={onRetry} />
      )}
    </LinkMain>
  );
}
