import type { ResourceProps } from 'react-admin';
import { UserCreate, UserEdit } from './user-form.tsx';
import { UserList } from './user-list.tsx';

/** Users: for administrators, and for sales reps all but administrators (rule: Reps). */
export const users: ResourceProps = { name: 'users', list: UserList, create: UserCreate, edit: UserEdit };
