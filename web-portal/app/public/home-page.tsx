import { Link } from 'react-router';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { buttonClass } from '../../components/button/button.tsx';
import { Logo } from '../../components/logo.tsx';
import { SchemeToggle } from '../../components/scheme-toggle.tsx';
import { ShapeDrawing } from '../../components/shape-drawing/shape-drawing.tsx';
import styles from './home-page.module.css';

const POINTS = [
  {
    shape: 'RD',
    heading: 'No inventory cost',
    text: 'Stones on memo in your case, at a monthly fee on what you hold. Nothing is tied up in stock.',
  },
  {
    shape: 'EM',
    heading: 'No inventory risk',
    text: 'Return or exchange whenever you like. What does not sell goes back, and your shelf stays fresh.',
  },
  {
    shape: 'PS',
    heading: 'Every figure explained',
    text: 'Each stone carries its history, each value its reason, to the day and to the cent.',
  },
] as const;

/** The public home page (specification, section 2.1). */
export default function HomePage() {
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Logo />
        <nav aria-label="Public">
          <SchemeToggle />
          <Link to="/login" className={buttonClass('primary')}>
            Log In
          </Link>
        </nav>
      </header>
      <main>
        <section className={styles['hero']}>
          <div>
            <h1>The first inventory subscription with no inventory cost or risk to the jeweller.</h1>
            <p>
              {PRODUCT_NAME} puts diamonds in your case on subscription. Show them, sell them, send them back;
              we take care of the rest.
            </p>
            <p className={styles['links']}>
              <a
                className={buttonClass('primary', true)}
                href="mailto:demo@vitrine.example?subject=Request%20a%20Demo"
              >
                Request a Demo
              </a>
              <a
                className={buttonClass('outlined', true)}
                href="mailto:hello@vitrine.example?subject=Get%20in%20Touch"
              >
                Get in Touch
              </a>
            </p>
          </div>
          <div className={styles['stage']} aria-hidden="true">
            <ShapeDrawing shapeCode="RD" colour="E" />
          </div>
        </section>
        <ul className={styles['points']}>
          {POINTS.map(({ shape, heading, text }) => (
            <li key={shape}>
              <span aria-hidden="true">
                <ShapeDrawing shapeCode={shape} colour="G" />
              </span>
              <h2>{heading}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
