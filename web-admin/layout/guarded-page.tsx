import { CanAccess } from 'react-admin';
import type { ReactElement } from 'react';
import type { ResourceName } from '../providers/resources.ts';
import { lazyPage, type PageLoad } from './lazy-page.tsx';
import { ForbiddenPage } from './states.tsx';

/** A lazy page that is no list or record of react-admin's own; users who may not open it see why. */
export function guardedPage<Name extends string>(
  resource: ResourceName,
  load: PageLoad<Name>,
  name: Name,
  action = 'list',
): ReactElement {
  const Page = lazyPage(load, name);
  return (
    <CanAccess resource={resource} action={action} accessDenied={<ForbiddenPage />}>
      <Page />
    </CanAccess>
  );
}
