import react from '@vitejs/plugin-react';
import path from 'node:path';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { NAVIGATION, OTHER_PAGES, type SitePage } from '../app/public/site-map.ts';
import { TOKEN_STYLES } from '#web-shared/theme/tokens.ts';

const PAGES: readonly SitePage[] = [...NAVIGATION, ...OTHER_PAGES];

/** Where a page's code lies, when not in `app/public` under the page's own name. */
const MODULES: Readonly<Record<string, string>> = {
  '/about': 'app/public/framed-page.tsx',
  '/news': 'app/public/framed-page.tsx',
  '/login': 'features/session/sign-in-page.tsx',
  '/loginform': 'features/session/embedded-sign-in-page.tsx',
  '/referral': 'features/referrals/referral-page.tsx',
  '/referralform': 'features/referrals/referral-page.tsx',
};

/** The modules that draw a page; the public ones are drawn in one frame. */
function modulesOf(page: string): readonly string[] {
  const own = MODULES[page] ?? `app/public${page.replace(/\.html$/, '')}-page.tsx`;
  return own.startsWith('app/public/') ? ['app/public/site-layout.tsx', own] : [own];
}

/** `/home.html` is a file; `/login` is the index page of a folder, as web servers have it. */
const fileOf = (page: string): string => (page.endsWith('.html') ? page : `${page}/index.html`).slice(1);

type Bundle = Rolldown.OutputBundle;

/**
 * Public and sign-in pages as ready HTML (home.html, login/index.html and so on): they are read before any script has run, and then taken over by
 * the application. The colours stand in every page, so that nothing is painted without them.
 */
export function prerenderPublicPages(root: string): Plugin {
  return {
    name: 'vitrine:public-pages',
    transformIndexHtml: () => [
      { tag: 'style', children: `${TOKEN_STYLES}html{background:var(--paper)}`, injectTo: 'head' },
    ],
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const template = String(index.source);
        const server = await createServer({
          configFile: false,
          root,
          plugins: [react()],
          appType: 'custom',
          logLevel: 'error',
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true, include: [] },
        });
        try {
          const { renderPage } = (await server.ssrLoadModule('/prerender/render-page.tsx')) as {
            renderPage: (page: string) => Promise<string>;
          };
          for (const page of PAGES) {
            const html = fill(template, page, await renderPage(page.path), filesOf(bundle, root, page.path));
            this.emitFile({ type: 'asset', fileName: fileOf(page.path), source: html });
          }
        } finally {
          await server.close();
        }
      },
    },
  };
}

type PageFiles = { scripts: readonly string[]; styles: readonly string[]; fonts: readonly string[] };

/** The files that a page needs beside the application's own: its chunks, their styles, and the two fonts it is set in. */
function filesOf(bundle: Bundle, root: string, page: string): PageFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const needed = new Map(
    modulesOf(page).map((module) => {
      const own = chunks.find(({ facadeModuleId }) => facadeModuleId === path.join(root, module));
      if (!own) throw new Error(`${module}, which the page ${page} needs, has no chunk of its own.`);
      return [own.fileName, own];
    }),
  );
  for (const { imports } of needed.values())
    for (const name of imports) {
      const chunk = chunks.find(({ fileName }) => fileName === name);
      if (chunk && !chunk.isEntry) needed.set(name, chunk);
    }
  const styles = [...needed.values()].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return {
    scripts: [...needed.keys()],
    styles,
    fonts: Object.keys(bundle).filter((name) => /(inter|newsreader)-latin-wght-normal.*\.woff2$/.test(name)),
  };
}

function fill(
  template: string,
  { title, description }: SitePage,
  html: string,
  { scripts, styles, fonts }: PageFiles,
): string {
  const links = [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" crossorigin>`),
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}" crossorigin>`),
  ].filter((link) => !template.includes(/href="[^"]+"/.exec(link)?.[0] ?? link));
  return template
    .replace(/<title>.*<\/title>/, `<title>${title} · ${PRODUCT_NAME}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*"/, `$1${description}"`)
    .replace('</head>', `${links.join('\n')}\n</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}
