import { lazy, type ComponentType } from 'react';
import { reloadAsReleased } from '#web-shared/reload-as-released.ts';

const loads: (() => Promise<unknown>)[] = [];

/** Imports the file of a page. */
export type PageLoad<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/** A page that is loaded when it is first shown, unless `loadPages` has fetched it before. */
export function lazyPage<Name extends string>(load: PageLoad<Name>, name: Name): ComponentType {
  loads.push(load);
  return lazy<ComponentType>(async () => {
    try {
      return { default: (await load())[name] };
    } catch (error) {
      reloadAsReleased();
      throw error;
    }
  });
}

/** Fetches the pages that have not been shown yet. What cannot be had now is asked for again when it is shown. */
export async function loadPages(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}
