import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const ProjectionList = lazyPage(() => import('./projection-list.tsx'), 'ProjectionList');

/** How far the read models are behind the log; for administrators. */
export const projections: ResourceProps = { name: 'projections', list: ProjectionList };
