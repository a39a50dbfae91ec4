import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guardedPage } from '../layout/guarded-page.tsx';
import type { ResourceName } from '../providers/resources.ts';

const { Route } = reactRouterProvider;

const MODEL = guardedPage('jewellery-models', () => import('./model-edit.tsx'), 'ModelEdit');

/** Jewellery models, edited and imported; for administrators. */
export const jewelleryModels = {
  name: 'jewellery-models',
  list: guardedPage('jewellery-models', () => import('./jewellery-model-list.tsx'), 'JewelleryModelList'),
  children: <Route path=":name/model" element={MODEL} />,
} satisfies ResourceProps & { name: ResourceName };
