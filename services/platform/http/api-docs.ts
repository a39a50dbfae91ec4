import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { App } from './app.ts';
import { apiDocumentSchema } from './api-document.ts';
import { renderApiDocs } from './api-docs-page.ts';

const WHO = {
  public: 'Anyone',
  'signed-in': 'Every signed-in user',
  staff: 'Sales reps and administrators',
  administrator: 'Administrators',
} as const;

/** Collects all routes registered after this call into an OpenAPI document. */
export async function addApiDocument(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: PRODUCT_NAME, version: '1' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'vitrine_session' },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      const { access = 'public', wholesale } = document.route.config ?? {};
      const tag = url.startsWith('/api/') ? 'back office' : (url.split('/')[1] ?? '');
      const described = {
        tags: [tag],
        description: `${WHO[access]}${wholesale === undefined ? '' : ' who see wholesale prices'}.`,
        security: access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
      };
      return { schema: { ...described, ...schema }, url };
    },
  });
}

function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}

/** GET /docs and /docs/openapi.json. */
export function registerApiDocs(app: App): void {
  const config = { access: 'public', surface: 'rest' } as const;
  // Anyone may ask for them as often as they like, so they are rendered once, with all routes.
  const made = once(() => {
    const document = app.swagger();
    return {
      text: JSON.stringify(document),
      page: renderApiDocs(PRODUCT_NAME, apiDocumentSchema.parse(document)),
    };
  });
  app.get('/docs/openapi.json', { config, schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').serializer(String).send(made().text),
  );
  app.get('/docs', { config, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(made().page),
  );
}
