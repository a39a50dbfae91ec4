import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { TIER_DESCRIPTIONS, TIERS } from '#contracts/vocabulary/tiers.ts';
import { ProfileDrawing } from '#web-shared/components/shape-drawing/profile-drawing.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { Closing } from './mail-links.tsx';
import styles from './site-page.module.css';

const COLOURS = ['D', 'F', 'H', 'J', 'L', 'N', 'Q', 'U'];
const FANCIES = ['Yellow', 'Orange', 'Pink', 'Purple', 'Blue', 'Green', 'Grey', 'Brown'];
const PROPORTIONS = { tablePct: 57, depthPct: 61.8, crownAngle: 34.5, pavilionAngle: 40.8, crownHeight: 15 };

/** What there is to choose from: shapes, colours, make and tiers. */
export default function OurDiamondsPage() {
  return (
    <>
      <header className={styles['lead']}>
        <h1>Chosen as if each were the only one.</h1>
        <p>
          Natural, laboratory-grown and fancy-colour diamonds with certificates of the laboratories your
          customers know, and jewellery that carries them. Each is described by what can be measured.
        </p>
      </header>
      <section className={styles['section']}>
        <h2>Shapes</h2>
        <ul className={styles['shapes']}>
          {SHAPES.map(({ shapeCode, description }) => (
            <li key={shapeCode}>
              <span aria-hidden="true">
                <ShapeDrawing shapeCode={shapeCode} colour="F" />
              </span>
              {description}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles['band']}>
        <h2>Colour, from ice to honey</h2>
        <p className={styles['intro']}>
          White diamonds are graded from D on. Our drawings carry the tint of the grade, so that a list of
          stones can be read by eye.
        </p>
        <ul className={styles['scale']}>
          {COLOURS.map((colour) => (
            <li key={colour}>
              <span aria-hidden="true">
                <ShapeDrawing shapeCode="CU" colour={colour} />
              </span>
              {colour}
            </li>
          ))}
        </ul>
        <ul className={styles['scale']} aria-label="Fancy colours">
          {FANCIES.map((fancyColour) => (
            <li key={fancyColour}>
              <span aria-hidden="true">
                <ShapeDrawing shapeCode="RAD" fancyColour={fancyColour} fancyIntensity="Fancy Intense" />
              </span>
              {fancyColour}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles['band']}>
        <div className={styles['halves']}>
          <figure className={styles['figure']}>
            <ProfileDrawing profile={PROPORTIONS} />
            <figcaption>A round brilliant from the side, drawn from its proportions.</figcaption>
          </figure>
          <div>
            <h2>Make is what a customer sees first</h2>
            <p>
              Table, depth, crown and pavilion decide how a stone returns light. We show all of them, with
              measurements to a hundredth of a millimetre, and draw the stone from them where there is no
              picture yet.
            </p>
            <p>
              Hearts and arrows are marked in the list. For a pair of earrings, ask for a match: the closest
              stones of the same shape come first, with the differences explained.
            </p>
          </div>
        </div>
      </section>
      <section className={styles['band']}>
        <h2>Tiers</h2>
        <p className={styles['intro']}>Each stone belongs to one: a word for what it is for.</p>
        <dl className={styles['pairs']}>
          {TIERS.flatMap((tier) => [
            <dt key={tier}>{tier}</dt>,
            <dd key={`${tier} means`}>{TIER_DESCRIPTIONS[tier]}</dd>,
          ])}
        </dl>
      </section>
      <Closing heading="Look through all of them">
        In a demo you see the whole inventory as your staff would, with your own prices.
      </Closing>
    </>
  );
}
