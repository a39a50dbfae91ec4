import type { ReactNode } from 'react';
import { buttonClass } from '#web-shared/components/button/button.tsx';
import { useConfiguration } from '#web-shared/configuration.ts';
import styles from './site.module.css';

/** Request a Demo and Get in Touch: links that open a mail (product: Routes). */
export function MailLinks({ centred = false }: { centred?: boolean }) {
  const { houseEmail } = useConfiguration();
  const mail = (subject: string): string => `mailto:${houseEmail}?subject=${encodeURIComponent(subject)}`;
  return (
    <p className={styles['mailLinks']} data-centred={centred}>
      <a className={buttonClass('primary', true)} href={mail('Request a Demo')}>
        Request a Demo
      </a>
      <a className={buttonClass('outlined', true)} href={mail('Get in Touch')}>
        Get in Touch
      </a>
    </p>
  );
}

/** The last words of a page, and what to do next. */
export function Closing({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles['closing']}>
      <h2>{heading}</h2>
      <p>{children}</p>
      <MailLinks centred />
    </section>
  );
}
