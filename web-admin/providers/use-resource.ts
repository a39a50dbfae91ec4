import { useResourceContext } from 'react-admin';
import type { ResourceName } from './resources.ts';

/** The resource whose page one is on. */
export const useResource = (): ResourceName => useResourceContext() as ResourceName;
