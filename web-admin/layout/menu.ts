import { MENU_GROUPS, RESOURCE_FACTS, type ResourceName } from '../providers/resources.ts';

const NAMES = Object.keys(RESOURCE_FACTS) as ResourceName[];

/** The menu: groups of pages. Who may open which, `mayOpen` says. */
export const MENU = MENU_GROUPS.map((title) => ({
  title,
  pages: NAMES.filter((name) => RESOURCE_FACTS[name].group === title).map((resource) => ({
    resource,
    title: RESOURCE_FACTS[resource].title,
  })),
}));
