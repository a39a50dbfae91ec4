import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../layout/lazy-page.tsx';

const UserCreate = lazyPage(() => import('./user-form.tsx'), 'UserCreate');
const UserEdit = lazyPage(() => import('./user-form.tsx'), 'UserEdit');
const UserList = lazyPage(() => import('./user-list.tsx'), 'UserList');

/** Users: for administrators, and for sales reps all but administrators (rule: Reps). */
export const users: ResourceProps = { name: 'users', list: UserList, create: UserCreate, edit: UserEdit };
