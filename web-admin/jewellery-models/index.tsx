import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

const JewelleryModelList = lazyPage(() => import('./jewellery-model-list.tsx'), 'JewelleryModelList');
const ModelEdit = lazyPage(() => import('./model-edit.tsx'), 'ModelEdit');

const { Route } = reactRouterProvider;

/** Jewellery models, edited and imported; for administrators. */
export const jewelleryModels: ResourceProps = {
  name: 'jewellery-models',
  list: guarded('jewellery-models', <JewelleryModelList />),
  children: <Route path=":name/model" element={guarded('jewellery-models', <ModelEdit />)} />,
};
