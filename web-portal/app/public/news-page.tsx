import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import styles from './site-page.module.css';

const NEWS = [
  {
    date: '2026-11-02',
    heading: 'Lists that keep up with the house',
    text: 'What others do now appears in your lists without a reload: a stone that has just been requested goes, one that has come back returns. What you do yourself is there with the next look.',
  },
  {
    date: '2026-09-14',
    heading: 'Every stone has a picture',
    text: 'Where there is no photograph yet, the stone is drawn from its own proportions and tinted by its colour grade. Fancy colours carry their hue, hearts and arrows their pattern.',
  },
  {
    date: '2026-07-06',
    heading: 'Ask for one like it',
    text: 'When fewer than three stones fit your filters, a request for a similar one is a row of the list: with the range of prices that such stones have today.',
  },
  {
    date: '2026-05-18',
    heading: 'Bills that explain themselves',
    text: 'Each line opens to its days, its rate and its reason. A document that comes late is a line of its own on the next bill; what is closed stays closed.',
  },
] as const;

/** What is new; shown in the frame of /news. */
export default function NewsPage() {
  return (
    <>
      <header className={styles['lead']}>
        <h1>What is new in {PRODUCT_NAME}</h1>
      </header>
      <section className={styles['section']}>
        <div className={styles['prose']}>
          {NEWS.map(({ date, heading, text }) => (
            <article key={date}>
              <h2>{heading}</h2>
              <time>{date}</time>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </section>
    </>
  );
}
