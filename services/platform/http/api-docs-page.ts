import { grouped } from '#contracts/vocabulary/grouped.ts';
import type { ApiDocument, ApiOperation } from './api-document.ts';

/** The OpenAPI document as one readable page without scripts. */
export function renderApiDocs(product: string, { paths }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = [...grouped(calls, ({ operation }) => operation.tags[0] ?? '')]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([tag, own]) => `<h2>${escape(tag)}</h2>${own.map(renderOperation).join('')}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(product)}: calls</title><style>${STYLE}</style></head><body><main><h1>${escape(product)}: calls</h1>
<p>The same as <a href="/docs/openapi.json">OpenAPI document</a>.</p>${sections.join('')}</main></body></html>`;
}

type Call = { method: string; path: string; operation: ApiOperation };

function renderOperation({ method, path, operation }: Call): string {
  const parts = [
    `<p>${escape(operation.summary ?? operation.description ?? '')}</p>`,
    ...operation.parameters.map((one) =>
      schemaBlock(`${one.in}: ${one.name}${one.required ? ' (required)' : ''}`, one.schema),
    ),
    ...contentBlocks('Request', operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, reply]) => contentBlocks(status, reply.content)),
  ];
  return `<details><summary><code>${escape(method.toUpperCase())} ${escape(path)}</code></summary>${parts.join('')}</details>`;
}

function contentBlocks(title: string, content: ApiOperation['responses'][string]['content']): string[] {
  return Object.entries(content ?? {}).map(([type, { schema }]) => schemaBlock(`${title}, ${type}`, schema));
}

function schemaBlock(title: string, schema: unknown): string {
  return `<h3>${escape(title)}</h3>${schema === undefined ? '' : `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`}`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:56rem;margin:auto;padding:1.5rem}
h2{margin-top:2rem}h3{font-size:.85rem;margin:.8rem 0 .2rem}details{border-top:1px solid #8884;padding:.4rem 0}summary{cursor:pointer}
pre{background:#8881;padding:.6rem;overflow:auto;font-size:.8rem;margin:0}`;
