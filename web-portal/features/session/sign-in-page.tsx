import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { Logo } from '../../components/logo.tsx';
import { SchemeToggle } from '../../components/scheme-toggle.tsx';
import { ShapeDrawing } from '../../components/shape-drawing/shape-drawing.tsx';
import { logIn } from './api/log-in.ts';
import { LoginForm } from './login-form.tsx';
import styles from './session.module.css';

/** /login; success goes to `/` (specification, section 2.1). */
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
    <main className={styles['page']}>
      <div className={styles['panel']}>
        <header className={styles['head']}>
          <Link to="/home.html" className={styles['home']} aria-label="Home">
            <Logo large />
          </Link>
          <SchemeToggle />
        </header>
        <div className={styles['middle']}>
          <h1>Log In</h1>
          <p className={styles['lead']}>Your inventory, your memo, your stones.</p>
          <LoginForm signIn={signIn} autoFocus />
        </div>
      </div>
      <div className={styles['stage']} aria-hidden="true">
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
      </div>
    </main>
  );
}
