import type { Highs } from 'highs';

let loaded: Promise<Highs> | undefined;

/** The solver of linear programs, compiled to WebAssembly; loaded when it is first needed, once a thread. */
export function loadHighs(): Promise<Highs> {
  loaded ??= import('highs').then(({ default: load }) => load());
  return loaded;
}
