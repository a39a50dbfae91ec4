import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './global.css';
import { restoreScheme } from './color-scheme.ts';
import { TOKEN_STYLES } from './tokens.ts';

/** Puts tokens, fonts and ground rules on the page; both applications call it once, before their first render. */
export function installTheme(): void {
  const style = document.createElement('style');
  style.textContent = TOKEN_STYLES;
  document.head.prepend(style);
  restoreScheme();
}
