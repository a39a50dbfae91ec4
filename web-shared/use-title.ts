import { useEffect } from 'react';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';

/** Titles the window while the component is shown: the page's words, and whose page it is, which may be empty. */
export function useTitle(words: string, whose: string = PRODUCT_NAME): void {
  useEffect(() => {
    document.title = whose === '' ? words : `${words} · ${whose}`;
  }, [words, whose]);
}
