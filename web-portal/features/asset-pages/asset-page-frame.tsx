import styles from './asset-page-frame.module.css';

/** The tab of an asset page (product: Stone tabs): the page itself, in a frame. */
export function AssetPageFrame({ path, title }: { path: string; title: string }) {
  return <iframe className={styles['frame']} src={path} title={title} />;
}
