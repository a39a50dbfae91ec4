import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { Entrance } from '#web-shared/components/entrance/entrance.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { logIn } from './api/log-in.ts';
import { LoginForm } from './login-form.tsx';
import styles from './session.module.css';

/** /login; success goes to `/` (product: Routes). */
export default function SignInPage() {
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `Log In · ${PRODUCT_NAME}`;
  }, []);
  const signIn = async (username: string, password: string): Promise<void> => {
    await logIn(username, password);
    void navigate('/', { replace: true });
  };
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
      <h1>Log In</h1>
      <p className={styles['lead']}>Your inventory, your memo, your stones.</p>
      <LoginForm signIn={signIn} autoFocus />
    </Entrance>
  );
}
