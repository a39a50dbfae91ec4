import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { useConfiguration } from '#web-shared/configuration.ts';
import { MailLinks } from './mail-links.tsx';
import styles from './site-page.module.css';

/** Request a Demo, Get in Touch, and the address to write to. */
export default function ContactPage() {
  const { houseEmail } = useConfiguration();
  return (
    <>
      <section className={styles['hero']}>
        <div>
          <h1>Write to us. A person answers.</h1>
          <p>
            Ask for a demo with stones that fit your shop, or just ask. It helps to know what you sell most,
            and what you never seem to have when somebody asks for it.
          </p>
          <MailLinks />
        </div>
        <div className={styles['stage']} aria-hidden="true">
          <ShapeDrawing shapeCode="CU" colour="F" detailed />
        </div>
      </section>
      <section className={styles['band']}>
        <dl className={styles['pairs']}>
          <dt>For jewellers</dt>
          <dd className={styles['mails']}>
            <a href={`mailto:${houseEmail}`}>{houseEmail}</a>
          </dd>
          <dt>Already with us?</dt>
          <dd>
            Your sales rep is the quickest way. Returns and requests go through the portal: log in, and they
            are two clicks away.
          </dd>
          <dt>A friend in the trade?</dt>
          <dd>
            Recommend us from the portal, under Refer a Friend. We write to them once, in your name, and only
            once.
          </dd>
        </dl>
      </section>
    </>
  );
}
