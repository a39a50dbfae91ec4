import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { Closing } from './mail-links.tsx';
import styles from './site-page.module.css';

/** Why the service exists. */
export default function AboutPage() {
  return (
    <>
      <header className={styles['lead']}>
        <h1>A diamond should meet the person who will wear it.</h1>
        <p>
          {PRODUCT_NAME} is the first inventory subscription service for jewellers: stones travel to where
          they are wanted, and no one has to buy them first to find out.
        </p>
      </header>
      <section className={styles['section']}>
        <div className={styles['halves']}>
          <div className={styles['stage']} aria-hidden="true">
            <ShapeDrawing shapeCode="OV" colour="E" detailed />
          </div>
          <div>
            <h2>The shop window is the oldest promise of the trade</h2>
            <p>
              A vitrine says: come in, it is here. Yet every stone in it was once a wager. Bought well, it
              sells; bought badly, it stays, and with it the money for the stone that a customer asks for
              today.
            </p>
            <p>
              We took the wager out. The inventory is ours, and so is the risk. The judgement, the
              conversation and the sale are yours, as they have always been.
            </p>
          </div>
        </div>
      </section>
      <section className={styles['band']}>
        <h2>What you can hold us to</h2>
        <ul className={styles['thirds']}>
          <li className={styles['point']}>
            <h3>We want your returns</h3>
            <p>
              A stone that comes back is not a failure. It tells us something, and it may be just right for
              another window.
            </p>
          </li>
          <li className={styles['point']}>
            <h3>We explain every figure</h3>
            <p>Prices, fees, limits: each has a reason that you can open, and none changes in silence.</p>
          </li>
          <li className={styles['point']}>
            <h3>We listen, then choose</h3>
            <p>Your feedback decides the next selection. A person reads it, and answers.</p>
          </li>
        </ul>
      </section>
      <Closing heading="Come and see">
        We are glad to show you how it works, and to hear how you work.
      </Closing>
    </>
  );
}
