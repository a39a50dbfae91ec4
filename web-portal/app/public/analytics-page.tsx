import { AgeingChart, HoldingChart, SellThroughChart } from './charts.tsx';
import { Closing } from './mail-links.tsx';
import styles from './site-page.module.css';

/** What a jeweller learns about the inventory from the subscription. */
export default function AnalyticsPage() {
  return (
    <>
      <header className={styles['lead']}>
        <h1>Know what sells, what sits, and what it costs.</h1>
        <p>
          Every stone that comes and goes leaves a trace. Together they show which shapes, sizes and grades
          earn their place in your case, on any day you ask about.
        </p>
      </header>
      <section className={styles['section']}>
        <figure className={styles['figure']}>
          <HoldingChart />
          <figcaption>
            Inventory value, day by day, between minimum and maximum. Illustration with sample data.
          </figcaption>
        </figure>
      </section>
      <section className={styles['band']}>
        <div className={styles['halves']}>
          <div>
            <h2>What sells</h2>
            <p>
              Sell-through by shape, size and tier, from your own sales. It is what we look at when we suggest
              your next selection, and you see the same figures as we do.
            </p>
          </div>
          <figure className={styles['figure']}>
            <SellThroughChart />
            <figcaption>Sold of what was shown, by shape. Sample data.</figcaption>
          </figure>
        </div>
      </section>
      <section className={styles['band']}>
        <div className={styles['halves']}>
          <figure className={styles['figure']}>
            <AgeingChart />
            <figcaption>Pieces in the case by days on memo. Sample data.</figcaption>
          </figure>
          <div>
            <h2>What sits</h2>
            <p>
              A stone that no one has asked for in three months is a seat taken. The age of each piece stands
              beside it; exchanging the oldest is one gesture.
            </p>
          </div>
        </div>
      </section>
      <section className={styles['band']}>
        <h2>What it costs, and why</h2>
        <ul className={styles['thirds']}>
          <li className={styles['point']}>
            <h3>To the day</h3>
            <p>Fees count the days a stone was with you, less the days of grace. Each line lists them.</p>
          </li>
          <li className={styles['point']}>
            <h3>To the cent</h3>
            <p>
              The total is the sum of its lines, and each line the sum of its parts. Nothing is rounded away.
            </p>
          </li>
          <li className={styles['point']}>
            <h3>As it was known</h3>
            <p>
              A document that arrives late is a line of its own on the next bill, with its reason. Closed
              bills stay.
            </p>
          </li>
        </ul>
      </section>
      <Closing heading="Your own figures">
        Send us a list of what you hold today. We answer with what it would look like as a subscription.
      </Closing>
    </>
  );
}
