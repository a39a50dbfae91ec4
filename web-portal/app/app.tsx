import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { PageErrorBoundary } from '#web-shared/components/page-error/page-error-boundary.tsx';
import { whenToastsWait } from '#web-shared/components/toast/toast.ts';
import { whenIdle } from '#web-shared/when-idle.ts';

/** The public pages, by their paths (product: Routes); they show no toasts. */
const PUBLIC_PAGES: Readonly<Record<string, ComponentType>> = {
  '/home': lazy(() => import('./public/home-page.tsx')),
  '/home.html': lazy(() => import('./public/home-page.tsx')),
  '/our-model.html': lazy(() => import('./public/our-model-page.tsx')),
  '/our-diamonds.html': lazy(() => import('./public/our-diamonds-page.tsx')),
  '/analytics.html': lazy(() => import('./public/analytics-page.tsx')),
  '/about.html': lazy(() => import('./public/about-page.tsx')),
  '/contact.html': lazy(() => import('./public/contact-page.tsx')),
  '/news.html': lazy(() => import('./public/news-page.tsx')),
};

const SiteLayout = lazy(() => import('./public/site-layout.tsx'));
const FramedPage = lazy(() => import('./public/framed-page.tsx'));
const Portal = lazy(() => import('./portal/portal.tsx'));
const SignInPage = lazy(() => import('../features/session/sign-in-page.tsx'));
const ForgotPasswordPage = lazy(() => import('../features/session/forgot-password-page.tsx'));
const NewPasswordPage = lazy(() => import('../features/session/new-password-page.tsx'));
const VendorViewPage = lazy(() => import('../features/vendor-view/vendor-view-page.tsx'));
const ClientPage = lazy(() => import('../features/client-page/client-page.tsx'));
const EmbeddedSignInPage = lazy(() => import('../features/session/embedded-sign-in-page.tsx'));
const ReferralPage = lazy(() => import('../features/referrals/referral-page.tsx'));
const NotFoundPage = lazy(() => import('./public/not-found-page.tsx'));
const ToastHost = lazy(async () => ({
  default: (await import('#web-shared/components/toast/toast-host.tsx')).ToastHost,
}));

/** The routes (product: Routes); each page is loaded when it is first shown. */
export function AppRoutes() {
  return (
    <>
      <Toasts />
      <PageErrorBoundary>
        <Suspense fallback={null}>
          <Routes>
            <Route path="/" element={<Portal />} />
            <Route path="/login" element={<SignInPage />} />
            <Route path="/forgotpassword" element={<ForgotPasswordPage />} />
            <Route path="/newpassword" element={<NewPasswordPage />} />
            <Route path="/vendorview" element={<VendorViewPage />} />
            <Route path="/clientlink" element={<ClientPage />} />
            <Route path="/login.html" element={<Navigate to="/login" replace />} />
            <Route path="/loginform" element={<EmbeddedSignInPage />} />
            <Route path="/referral" element={<ReferralPage />} />
            <Route path="/referralform" element={<ReferralPage embedded />} />
            <Route element={<SiteLayout />}>
              {Object.entries(PUBLIC_PAGES).map(([path, Page]) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
              <Route path="/about" element={<FramedPage page="/about.html" title="About" />} />
              <Route path="/news" element={<FramedPage page="/news.html" title="News" />} />
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </PageErrorBoundary>
    </>
  );
}

/**
 * Where toasts appear; a toast outlives the page that showed it. What shows them is loaded when one waits, or when the
 * browser is idle, so that there are messages without a connection too; the public pages have none.
 */
function Toasts() {
  const isPublic = useLocation().pathname in PUBLIC_PAGES;
  const [needed, setNeeded] = useState(false);
  useEffect(() => whenToastsWait(() => setNeeded(true)), []);
  useEffect(() => (isPublic ? undefined : whenIdle(() => setNeeded(true))), [isPublic]);
  return <Suspense fallback={null}>{needed && <ToastHost />}</Suspense>;
}

export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}
