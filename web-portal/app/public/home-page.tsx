import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { HoldingChart } from './charts.tsx';
import { Closing, MailLinks } from './mail-links.tsx';
import styles from './site-page.module.css';

/** The public home page (product: Routes). */
export default function HomePage() {
  return (
    <>
      <section className={styles['hero']}>
        <div>
          <h1>The first inventory subscription service with no inventory cost or risk to the jeweller.</h1>
          <p>
            Diamonds in your case without buying them first. Choose from everything we have, show it for as
            long as it earns its place, sell it or send it back. You pay for what you hold, by the day.
          </p>
          <MailLinks />
        </div>
        <MeasuredStone />
      </section>
      <Principles />
      <section className={styles['band']}>
        <div className={styles['halves']}>
          <figure className={styles['figure']}>
            <HoldingChart />
            <figcaption>
              A jeweller’s year between the agreed minimum and maximum. Illustration with sample data.
            </figcaption>
          </figure>
          <div>
            <h2>An inventory that breathes with your year</h2>
            <p>
              Fuller before the holidays, leaner in the summer. You agree on a minimum and a maximum once;
              between them the case is yours to fill, one stone at a time, the same morning a customer asks.
            </p>
            <p>
              Every figure opens to its reason: which stone, from which day, at which price. What you see is
              what will stand on the bill.
            </p>
          </div>
        </div>
      </section>
      <Lines />
      <section className={styles['band']}>
        <h2>A morning with the subscription</h2>
        <ol className={`${styles['quarters']} ${styles['steps']}`}>
          <Step heading="Look">
            Filter tens of thousands of stones as fast as you type. Each one is drawn, graded and priced for
            you.
          </Step>
          <Step heading="Ask">
            Put what you like into the cart and request it together. If the one stone is not there, ask for
            one like it.
          </Step>
          <Step heading="Show">
            It comes on memo. Lay it beside two others; your customer decides by eye, not from a screen.
          </Step>
          <Step heading="Decide">
            Sold? One click, and we invoice it. Not this time? One click, and it goes back.
          </Step>
        </ol>
      </section>
      <Closing heading="See it with your own case in mind">
        Half an hour is enough: tell us what you sell, and we will show you what your shelf could look like.
      </Closing>
    </>
  );
}

/** A round brilliant with its measures, as a grader would note them. */
function MeasuredStone() {
  return (
    <div className={styles['stage']} aria-hidden="true">
      <ShapeDrawing shapeCode="RD" colour="E" detailed proportions={{ tablePct: 57 }} />
      <svg className={styles['measures']} viewBox="0 0 100 100">
        <path d="M15 91H85M15 89V93M85 89V93M8.5 15V85M6.5 15H10.5M6.5 85H10.5" />
        <text x="50" y="96.4" textAnchor="middle">
          7.36 mm
        </text>
        <text x="5" y="50" textAnchor="middle" transform="rotate(-90 5 50)">
          7.39 mm
        </text>
        <text x="93" y="10" textAnchor="end">
          1.51 ct · E · VS1
        </text>
      </svg>
    </div>
  );
}

function Principles() {
  return (
    <section className={styles['band']} aria-labelledby="principles">
      <h2 id="principles" className="visually-hidden">
        What it takes off your hands
      </h2>
      <ul className={styles['thirds']}>
        <Point shape="RD" heading="No inventory cost">
          Nothing is bought for stock. The diamonds in your case are ours until you sell them, and your
          capital stays where you need it.
        </Point>
        <Point shape="EM" heading="No inventory risk">
          What does not sell goes back. Tastes change and prices move; your shelf follows them, and never ages
          on your account.
        </Point>
        <Point shape="PS" heading="Returns, exchanges, feedback">
          We encourage all three. Each return tells us what your customers want, and the next selection is
          better for it.
        </Point>
      </ul>
    </section>
  );
}

function Point({ shape, heading, children }: { shape: string; heading: string; children: string }) {
  return (
    <li className={styles['point']}>
      <span className={styles['drawn']} aria-hidden="true">
        <ShapeDrawing shapeCode={shape} colour="G" />
      </span>
      <h3>{heading}</h3>
      <p>{children}</p>
    </li>
  );
}

function Step({ heading, children }: { heading: string; children: string }) {
  return (
    <li className={styles['point']}>
      <h3>{heading}</h3>
      <p>{children}</p>
    </li>
  );
}

function Lines() {
  return (
    <section className={styles['band']}>
      <h2>Four lines, one case</h2>
      <ul className={styles['quarters']}>
        <li className={`${styles['point']} ${styles['line']}`}>
          <span className={styles['drawn']} aria-hidden="true">
            <ShapeDrawing shapeCode="OV" colour="D" detailed />
          </span>
          <h3>Loose diamonds</h3>
          <p>Natural stones, certified, in every shape and size that a jeweller is asked for.</p>
        </li>
        <li className={`${styles['point']} ${styles['line']}`}>
          <span className={styles['drawn']} aria-hidden="true">
            <ShapeDrawing shapeCode="EM" colour="E" detailed />
          </span>
          <h3>Clarity lab-grown</h3>
          <p>Laboratory-grown diamonds, named as such and graded with the same care.</p>
        </li>
        <li className={`${styles['point']} ${styles['line']}`}>
          <span className={styles['drawn']} aria-hidden="true">
            <ShapeDrawing shapeCode="RAD" fancyColour="Yellow" fancyIntensity="Fancy Intense" detailed />
          </span>
          <h3>Fancy colours</h3>
          <p>Yellows, pinks, blues: the stones that people cross a town to see.</p>
        </li>
        <li className={`${styles['point']} ${styles['line']}`}>
          <span className={styles['drawn']} aria-hidden="true">
            <ShapeDrawing shapeCode="RD" colour="F" detailed arrows />
          </span>
          <h3>Core jewellery</h3>
          <p>Studs, rings and pendants that sell all year, ordered by model and refilled as they go.</p>
        </li>
      </ul>
    </section>
  );
}
