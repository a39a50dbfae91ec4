import { lazy, Suspense, type ComponentType } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { PageErrorBoundary } from '../components/page-error/page-error-boundary.tsx';
import { ToastHost } from '../components/toast/toast-host.tsx';

type Page = () => Promise<{ default: ComponentType }>;

/** The public pages, by their paths (specification, section 2.1). */
const PUBLIC_PAGES: Readonly<Record<string, Page>> = {
  '/home.html': () => import('./public/home-page.tsx'),
  '/our-model.html': () => import('./public/our-model-page.tsx'),
  '/our-diamonds.html': () => import('./public/our-diamonds-page.tsx'),
  '/analytics.html': () => import('./public/analytics-page.tsx'),
  '/about.html': () => import('./public/about-page.tsx'),
  '/contact.html': () => import('./public/contact-page.tsx'),
  '/news.html': () => import('./public/news-page.tsx'),
};

const publicPages = Object.entries(PUBLIC_PAGES).map(([path, load]) => ({ path, Page: lazy(load) }));
const HomePage = publicPages[0]!.Page;
const FramedPage = lazy(() => import('./public/framed-page.tsx'));
const Portal = lazy(() => import('./portal/portal.tsx'));
const SignInPage = lazy(() => import('../features/session/sign-in-page.tsx'));
const EmbeddedSignInPage = lazy(() => import('../features/session/embedded-sign-in-page.tsx'));
const ReferralPage = lazy(() => import('../features/referrals/referral-page.tsx'));
const NotFoundPage = lazy(() => import('./public/not-found-page.tsx'));

/** Loads a public page's code, so that a page which came as HTML can be taken over without a gap. */
export async function loadPage(path: string): Promise<void> {
  await PUBLIC_PAGES[path]?.();
}

/** The routes (specification, section 2.1); each page is loaded when it is first shown. */
export function AppRoutes() {
  return (
    <PageErrorBoundary>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<Portal />} />
          <Route path="/login" element={<SignInPage />} />
          <Route path="/login.html" element={<Navigate to="/login" replace />} />
          <Route path="/loginform" element={<EmbeddedSignInPage />} />
          <Route path="/referral" element={<ReferralPage />} />
          <Route path="/referralform" element={<ReferralPage embedded />} />
          <Route path="/home" element={<HomePage />} />
          {publicPages.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="/about" element={<FramedPage page="/about.html" title="About" />} />
          <Route path="/news" element={<FramedPage page="/news.html" title="News" />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageErrorBoundary>
  );
}

export function App() {
  return (
    <BrowserRouter>
      <ToastHost />
      <AppRoutes />
    </BrowserRouter>
  );
}
