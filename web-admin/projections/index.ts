import type { ResourceProps } from 'react-admin';
import { ProjectionList } from './projection-list.tsx';

/** How far the read models are behind the log; for administrators. */
export const projections: ResourceProps = { name: 'projections', list: ProjectionList };
