import { CanAccess } from 'react-admin';
import type { ReactElement } from 'react';
import { ForbiddenPage } from './states.tsx';

/** A page that is no list or record of react-admin's own; users who may not open it see why. */
export function guarded(resource: string, page: ReactElement, action = 'list'): ReactElement {
  return (
    <CanAccess resource={resource} action={action} accessDenied={<ForbiddenPage />}>
      {page}
    </CanAccess>
  );
}
