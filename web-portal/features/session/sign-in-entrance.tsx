import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Entrance } from '#web-shared/components/entrance/entrance.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { useTitle } from '#web-shared/use-title.ts';
import styles from './session.module.css';

/** The pages on the way into the portal. */
export function SignInEntrance({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <Entrance
      logo={
        <Link to="/home.html" className={styles['home']} aria-label="Home">
          <Logo large />
        </Link>
      }
      stage={
        <>
          <div className={styles['great']}>
            <ShapeDrawing shapeCode="RD" colour="E" detailed />
          </div>
          <div className={styles['row']}>
            {['OV', 'EM', 'CU', 'PS', 'MQ', 'HS'].map((code) => (
              <div key={code}>
                <ShapeDrawing shapeCode={code} colour="F" />
              </div>
            ))}
          </div>
        </>
      }
    >
      <h1>{title}</h1>
      {children}
    </Entrance>
  );
}
