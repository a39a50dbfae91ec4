import { LinkBase } from 'react-admin';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { RESOURCE_FACTS, type ResourceName } from '../providers/resources.ts';
import styles from './page.module.css';

/** The way back, above a page's title. */
export function BackTo({ to, title }: { to: string; title: string }) {
  return (
    <LinkBase className={styles['back']} to={to}>
      <Icon name="left" size={12} /> {title}
    </LinkBase>
  );
}

/** The way back from a record to its list, or to what of it the query of its address shows: 'month=202610'. */
export function BackToList({ resource, query }: { resource: ResourceName; query?: string }) {
  return (
    <BackTo
      to={query === undefined ? `/${resource}` : `/${resource}?${query}`}
      title={RESOURCE_FACTS[resource].title}
    />
  );
}
