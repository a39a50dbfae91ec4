import type { ReactNode } from 'react';
import { Navigate } from 'react-admin';
import type { User } from '#contracts/api/session.ts';
import { Entrance as SharedEntrance } from '#web-shared/components/entrance/entrance.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { useTitle } from '#web-shared/use-title.ts';
import { Logo } from '../components/logo.tsx';
import { OFFICE_NAME } from '../components/office-name.ts';
import { otherPlaceFor } from '../providers/auth-provider.ts';
import { useSignedIn } from '../providers/use-signed-in.ts';
import styles from './session.module.css';

/** The pages before the back office's shell. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title, OFFICE_NAME);
  return (
    <SharedEntrance
      logo={<Logo large />}
      foot={
        <a href="/" className={styles['portal']}>
          Back to the portal
        </a>
      }
      stage={
        <div className={styles['great']}>
          <ShapeDrawing shapeCode="RD" outline />
        </div>
      }
    >
      <h1>{title}</h1>
      {children}
    </SharedEntrance>
  );
}

type EntranceForProps = {
  /** The page's path: those whose place it is see it, others are sent to their own (`otherPlaceFor`). */
  path: string;
  title: string;
  children: (user: User) => ReactNode;
};

/** Such a page for people who are signed in, and may not enter yet. */
export function EntranceFor({ path, title, children }: EntranceForProps) {
  const user = useSignedIn();
  if (user === undefined) return null;
  const place = otherPlaceFor(user);
  if (!user || place !== path) return <Navigate to={place ?? '/'} replace />;
  return <Entrance title={title}>{children(user)}</Entrance>;
}
