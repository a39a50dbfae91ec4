/**
 * The calls that are made by POST and change nothing: they are no commands (rule: Repeated commands), and an answer to
 * one tells nothing of a command whose answer has not come.
 */
const READS: readonly RegExp[] = [
  /^\/login\/(check|sessions|secondfactor)$/,
  /^\/attributes\/all$/,
  /^\/admin\/get/,
  /^\/(inventory|labgrown|fancycolour)\/(cart|customer)$/,
  /^\/jewellery\/all_models$/,
  /^\/reassortment\/(get|comparedialogideal\/|learnmaps$)/,
  /^\/api\/reassortment\/plans\/[^/]+\/what-if$/,
  /^\/billing\/(all|replacements)$/,
  /^\/reports\//,
  /^\/api\/bills\/terms-preview$/,
  /^\/api\/vendors\/[^/]+\/(feed-preview|repricing-preview|inventory-sheet)$/,
  /^\/api\/price-lists\/check$/,
];

/** The commands that answer with their effect alone where `preview` asks for it (rule: Preview). */
const PREVIEWED = /^\/(inventory|labgrown|fancycolour|jewellery)\/(undo|change_date|reprice)$/;

/** Whether a call changes nothing: a GET, one of the above, or the preview of a correction. */
export function readsOnly(method: string, path: string, body: unknown): boolean {
  if (method === 'GET') return true;
  const [address = ''] = path.split('?');
  const isPreview = Object(body).preview === true && PREVIEWED.test(address);
  return method === 'POST' && (isPreview || READS.some((read) => read.test(address)));
}
