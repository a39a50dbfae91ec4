import type { ResourceProps } from 'react-admin';
import { UserCreate, UserEdit } from './user-form.tsx';
import { UserList } from './user-list.tsx';

/** Users: for administrators, and for sales reps but for administrators (rules, section 5). */
export const users: ResourceProps = { name: 'users', list: UserList, create: UserCreate, edit: UserEdit };
