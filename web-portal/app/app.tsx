import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { ToastHost } from '../components/toast/toast-host.tsx';

const Portal = lazy(() => import('./portal/portal.tsx'));
const SignInPage = lazy(() => import('../features/session/sign-in-page.tsx'));
const HomePage = lazy(() => import('./public/home-page.tsx'));
const NotFoundPage = lazy(() => import('./public/not-found-page.tsx'));

/** The routes (specification, section 2.1); each page is loaded when it is first shown. */
export function App() {
  return (
    <BrowserRouter>
      <ToastHost />
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<Portal />} />
          <Route path="/login" element={<SignInPage />} />
          <Route path="/login.html" element={<Navigate to="/login" replace />} />
          <Route path="/home" element={<HomePage />} />
          <Route path="/home.html" element={<HomePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}
