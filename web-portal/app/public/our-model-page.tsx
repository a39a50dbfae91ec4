import { WayOfAStone } from './charts.tsx';
import { Closing } from './mail-links.tsx';
import styles from './site-page.module.css';

const TERMS = [
  [
    'Minimum',
    'The value that your inventory does not fall below for long. It keeps the case worth looking at.',
  ],
  [
    'Maximum',
    'The value up to which you may request whatever you like, without asking. It is agreed with you and grows with you.',
  ],
  [
    'Fee',
    'A monthly rate on the stones you hold, counted by the day. A return stops it the day you send the stone back.',
  ],
  ['Days of grace', 'The first days of each stone are free: time to look, to photograph, to show.'],
  [
    'Rebate',
    'When you sell a stone, part of its price comes back to you. What you sell well costs you less.',
  ],
] as const;

const QUESTIONS = [
  [
    'Do I own the stones?',
    'No, and that is the point. They are yours to show and to sell. Until you sell one it stays ours, and so does the risk that it does not sell.',
  ],
  [
    'What if no one buys a stone?',
    'Send it back, or exchange it for another. You need no reason, and we ask for one only to choose better the next time.',
  ],
  [
    'What if the stone I want has just gone?',
    'Ask for one like it: give a range of weight, shape, colour and clarity, and we look for you. You see beforehand what such a stone costs.',
  ],
  [
    'How do I know what a month will cost?',
    'Every bill line opens to its days and its reason. You can look at any stone, any day, and see what was charged and why.',
  ],
  [
    'May my staff use it too?',
    'Yes. Each of them signs in under a name of their own, with the prices you want them to see: wholesale, retail, or none at all.',
  ],
] as const;

/** How the subscription works. */
export default function OurModelPage() {
  return (
    <>
      <header className={styles['lead']}>
        <h1>Show more. Own less. Send back the rest.</h1>
        <p>
          A jeweller’s stock is usually bought long before anyone asks for it. With a subscription the stones
          come when they are wanted, stay while they are wanted, and leave when they are not.
        </p>
      </header>
      <section className={styles['section']}>
        <figure className={styles['figure']}>
          <WayOfAStone />
          <figcaption>The way of a stone. Nothing in it needs a purchase before there is a sale.</figcaption>
        </figure>
      </section>
      <section className={styles['band']}>
        <h2>What we agree on</h2>
        <p className={styles['intro']}>
          Five terms, once. They are yours to look up at any time, and they never change behind your back.
        </p>
        <dl className={styles['pairs']}>
          {TERMS.flatMap(([term, meaning]) => [
            <dt key={term}>{term}</dt>,
            <dd key={`${term} means`}>{meaning}</dd>,
          ])}
        </dl>
      </section>
      <section className={styles['band']}>
        <h2>Asked before every first month</h2>
        <div className={styles['questions']}>
          {QUESTIONS.map(([question, answer]) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>
      <Closing heading="Put numbers to it">
        Bring last year’s sales. We will go through them with you and say honestly where a subscription pays,
        and where it does not.
      </Closing>
    </>
  );
}
