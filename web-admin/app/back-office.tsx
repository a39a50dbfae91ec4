import { ThemeProvider } from '@mui/material/styles';
import { useState } from 'react';
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  defaultI18nProvider,
  Navigate,
  reactRouterProvider,
  Resource,
  type Store,
} from 'react-admin';
import { AccountPage } from '../account/account-page.tsx';
import { Toasts } from '../components/toasts.tsx';
import { Layout } from '../layout/layout.tsx';
import { BrokenPage, ForbiddenPage, NoAnswerPage, NotFoundPage, Waiting } from '../layout/states.tsx';
import {
  ACCOUNT,
  createAuthProvider,
  FOR_STAFF,
  NEW_PASSWORD,
  SECOND_FACTOR,
  VIEWING,
} from '../providers/auth-provider.ts';
import { OFFICE_NAME } from '../components/office-name.ts';
import { createDataProvider } from '../providers/data-provider.ts';
import { createQueryClient } from '../providers/query-client.ts';
import { NotHerePage } from '../session/not-here-page.tsx';
import { ViewingPage } from '../session/viewing-page.tsx';
import { SecondFactorPage } from '../session/second-factor-page.tsx';
import { SessionEnd } from '../session/session-end.tsx';
import { SignInPage } from '../session/sign-in-page.tsx';
import { adminTheme } from '../theme/admin-theme.ts';
import { RESOURCES } from './resources.ts';

// The router that react-admin itself speaks to; everything below the entry asks it, and no other copy.
const { Route } = reactRouterProvider;

/** The back office: react-admin's core with our own layout, theme and providers. Inside a router. */
export function BackOffice({ store }: { store: Store }) {
  const [providers] = useState(() => {
    const queryClient = createQueryClient();
    return { authProvider: createAuthProvider(queryClient), dataProvider: createDataProvider(), queryClient };
  });
  return (
    <CoreAdminContext {...providers} store={store} i18nProvider={defaultI18nProvider}>
      <ThemeProvider theme={adminTheme}>
        <CoreAdminUI
          title={OFFICE_NAME}
          layout={Layout}
          loginPage={SignInPage}
          loading={Waiting}
          error={BrokenPage}
          catchAll={NotFoundPage}
          accessDenied={ForbiddenPage}
          authenticationError={NoAnswerPage}
          requireAuth
          // react-admin would send its makers the domain that it runs on.
          disableTelemetry
        >
          {RESOURCES.map((resource) => (
            <Resource key={resource.name} {...resource}>
              {resource.children}
              {resource.show && !resource.edit && (
                <Route path=":id" element={<Navigate to="show" replace />} />
              )}
              {!resource.list && <Route path="*" element={<NotFoundPage />} />}
            </Resource>
          ))}
          <CustomRoutes>
            <Route path={ACCOUNT} element={<AccountPage />} />
          </CustomRoutes>
          <CustomRoutes noLayout>
            <Route path={FOR_STAFF} element={<NotHerePage reason={FOR_STAFF} />} />
            <Route path={SECOND_FACTOR} element={<SecondFactorPage />} />
            <Route path={VIEWING} element={<ViewingPage />} />
            <Route path={NEW_PASSWORD} element={<NotHerePage reason={NEW_PASSWORD} />} />
          </CustomRoutes>
        </CoreAdminUI>
        <SessionEnd />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
}
