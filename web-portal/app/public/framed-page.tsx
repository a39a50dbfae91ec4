import styles from './framed-page.module.css';

/** /about and /news: a page of the site in a frame (product: Routes). */
export default function FramedPage({ page, title }: { page: string; title: string }) {
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <iframe className={styles['frame']} src={page} title={title} />
    </>
  );
}
