/** A public page: the browser's title, and the description for search engines. */
export type SitePage = { path: string; title: string; description: string };

/** The pages of the navigation, in its order (product: Public pages). */
export const NAVIGATION = [
  {
    path: '/home.html',
    title: 'Home',
    description:
      'The first inventory subscription service for jewellers, with no inventory cost or risk: diamonds on memo, returns and exchanges encouraged.',
  },
  {
    path: '/our-model.html',
    title: 'Our Model',
    description: 'How an inventory subscription works: choose, request, show, and return or sell.',
  },
  {
    path: '/our-diamonds.html',
    title: 'Our Diamonds',
    description: 'Natural, lab-grown and fancy-colour diamonds and core jewellery: shapes, grades and tiers.',
  },
  {
    path: '/analytics.html',
    title: 'Analytics',
    description: 'What sells, what sits and what it costs: your inventory explained to the day.',
  },
  {
    path: '/about.html',
    title: 'About',
    description: 'Why we put diamonds in your case on subscription.',
  },
  {
    path: '/contact.html',
    title: 'Contact',
    description: 'Request a demo or get in touch.',
  },
] as const satisfies readonly SitePage[];

const REFERRAL = 'Recommend an inventory subscription without cost or risk to a jeweller you know.';

/** Pages outside the navigation that search engines and people without a session come to as well. */
export const OTHER_PAGES: readonly SitePage[] = [
  { path: '/home', title: 'Home', description: NAVIGATION[0].description },
  { path: '/about', title: 'About', description: 'Why we put diamonds in your case on subscription.' },
  { path: '/news', title: 'News', description: 'What is new in the service.' },
  { path: '/news.html', title: 'News', description: 'What is new in the service.' },
  { path: '/login', title: 'Log In', description: 'Sign in to your inventory.' },
  { path: '/loginform', title: 'Log In', description: 'Sign in to your inventory.' },
  { path: '/referral', title: 'Refer a Friend', description: REFERRAL },
  { path: '/referralform', title: 'Refer a Friend', description: REFERRAL },
];

/** The title of the page at a path; of the product's own page where the site has none there. */
export const titleOf = (path: string): string =>
  [...NAVIGATION, ...OTHER_PAGES].find((page) => page.path === path)?.title ?? NAVIGATION[0].title;
