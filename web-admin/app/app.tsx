import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { BackOffice } from './back-office.tsx';

/** Under /admin/; a data router, as forms that guard unsaved changes need one. */
const router = createBrowserRouter([{ path: '*', element: <BackOffice /> }], { basename: '/admin' });

export function App() {
  return <RouterProvider router={router} />;
}
