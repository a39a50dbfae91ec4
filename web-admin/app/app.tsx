import { memoryStore } from 'react-admin';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { BackOffice } from './back-office.tsx';
import { forgetListsGoneBackTo } from './bare-address.ts';

/** What react-admin keeps of lists as long as the page lives. */
const store = memoryStore();
forgetListsGoneBackTo('/admin/', store);

/** Under /admin/; a data router, as forms that guard unsaved changes need one. */
const router = createBrowserRouter([{ path: '*', element: <BackOffice store={store} /> }], {
  basename: '/admin',
});

export function App() {
  return <RouterProvider router={router} />;
}
