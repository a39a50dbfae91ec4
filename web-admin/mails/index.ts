import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const MailList = lazyPage(() => import('./mail-list.tsx'), 'MailList');

/** The outbox; for administrators. */
export const mails: ResourceProps = { name: 'mails', list: MailList };
