import { DURATION_BUCKETS, type RouteCount } from '#services/platform/http/index.ts';
import type { Measured } from '#services/platform/figures/index.ts';

export type ProcessFigures = {
  residentBytes: number;
  heapUsedBytes: number;
  uptimeSeconds: number;
  eventLoopDelaySeconds: number;
  /** What works less well than it should. */
  degraded: readonly string[];
  /** The leases that the process asks for: whether it holds them. */
  leads: ReadonlyMap<string, boolean>;
};

/** The figures of one process in the text format of Prometheus. */
export function prometheusText(
  requests: readonly RouteCount[],
  measured: readonly Measured[],
  process: ProcessFigures,
): string {
  return [
    ...requestLines(requests),
    ...measuredLines(measured),
    ...family('vitrine_degraded', 'gauge', '1: it works less well than it should; /readyz says why.', [
      line('vitrine_degraded', { what: 'liveChanges' }, process.degraded.includes('liveChanges') ? 1 : 0),
    ]),
    ...family(
      'vitrine_lease_held',
      'gauge',
      '1 when this process does what one process at a time does, 0 when it stands by.',
      [...process.leads].map(([lease, held]) => line('vitrine_lease_held', { lease }, held ? 1 : 0)),
    ),
    ...family('process_resident_memory_bytes', 'gauge', 'Resident memory.', [
      line('process_resident_memory_bytes', {}, process.residentBytes),
    ]),
    ...family('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', [
      line('nodejs_heap_size_used_bytes', {}, process.heapUsedBytes),
    ]),
    ...family('process_uptime_seconds', 'gauge', 'Time since the start.', [
      line('process_uptime_seconds', {}, process.uptimeSeconds),
    ]),
    ...family(
      'nodejs_eventloop_delay_p99_seconds',
      'gauge',
      "99th percentile of the event loop's delay since the last time it was asked.",
      [line('nodejs_eventloop_delay_p99_seconds', {}, process.eventLoopDelaySeconds)],
    ),
    '',
  ].join('\n');
}

/** A family measured by several sources stands there once, with all its series. */
function measuredLines(measured: readonly Measured[]): string[] {
  const families = new Map(measured.map(({ family: one }) => [one.name, one]));
  return [...families.values()].flatMap(({ name, type, help }) =>
    family(
      name,
      type,
      help,
      measured
        .filter((one) => one.family.name === name)
        .flatMap(({ samples }) => samples.map(({ labels, value }) => line(name, labels, value))),
    ),
  );
}

function requestLines(requests: readonly RouteCount[]): string[] {
  const name = 'vitrine_http_request_duration_seconds';
  const lines = requests.flatMap((one) => {
    const labels = { method: one.method, route: one.route, status: String(one.status) };
    return [
      ...DURATION_BUCKETS.map((bound, index) =>
        line(`${name}_bucket`, { ...labels, le: String(bound) }, one.buckets[index] ?? 0),
      ),
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, one.count),
      line(`${name}_sum`, labels, one.seconds),
      line(`${name}_count`, labels, one.count),
    ];
  });
  return family(name, 'histogram', 'Time from request to answer, by route and status.', lines);
}

function family(name: string, type: string, help: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(
    ([key, text]) =>
      `${key}="${text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`,
  );
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numeral(value)}`;
}

function numeral(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return String(value);
}
