import type { ResourceProps } from 'react-admin';
import { MailList } from './mail-list.tsx';

/** The outbox; for administrators. */
export const mails: ResourceProps = { name: 'mails', list: MailList };
