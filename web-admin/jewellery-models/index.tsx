import { reactRouterProvider, type ResourceProps } from 'react-admin';
import { guarded } from '../layout/guarded.tsx';
import { JewelleryModelList } from './jewellery-model-list.tsx';
import { ModelEdit } from './model-edit.tsx';

const { Route } = reactRouterProvider;

/** Jewellery models, edited and imported; for administrators. */
export const jewelleryModels: ResourceProps = {
  name: 'jewellery-models',
  list: guarded('jewellery-models', <JewelleryModelList />),
  children: <Route path=":name/model" element={guarded('jewellery-models', <ModelEdit />)} />,
};
