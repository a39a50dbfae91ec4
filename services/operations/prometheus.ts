import type { ProjectionResource } from '#contracts/api/back-office.ts';
import { DURATION_BUCKETS, type RouteCount } from '#services/platform/http/index.ts';

export type ProcessFigures = {
  residentBytes: number;
  heapUsedBytes: number;
  uptimeSeconds: number;
  eventLoopDelaySeconds: number;
};

/** The figures of one process in the text format of Prometheus. */
export function prometheusText(
  requests: readonly RouteCount[],
  projections: readonly Omit<ProjectionResource, 'rebuild'>[],
  process: ProcessFigures,
): string {
  return [
    ...requestLines(requests),
    ...family(
      'vitrine_projection_position',
      'gauge',
      'Log position reached by the live build.',
      projections.map((one) => line('vitrine_projection_position', { projection: one.id }, one.position)),
    ),
    ...family(
      'vitrine_projection_lag_events',
      'gauge',
      'Events still to be read; an estimate.',
      projections.map((one) => line('vitrine_projection_lag_events', { projection: one.id }, one.lag)),
    ),
    ...family(
      'vitrine_projection_parked_streams',
      'gauge',
      'Streams with an event that could not be applied.',
      projections.map((one) =>
        line('vitrine_projection_parked_streams', { projection: one.id }, one.parked.length),
      ),
    ),
    ...family(
      'vitrine_projection_live',
      'gauge',
      '1 when a process follows the log for it.',
      projections.map((one) =>
        line('vitrine_projection_live', { projection: one.id }, one.state === 'stopped' ? 0 : 1),
      ),
    ),
    ...family(
      'vitrine_log_head_position',
      'gauge',
      'Position of the newest event.',
      projections.slice(0, 1).map((one) => line('vitrine_log_head_position', {}, one.head)),
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

function family(name: string, type: 'gauge' | 'histogram', help: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function line(name: string, labels: Record<string, string>, value: number | string): string {
  const pairs = Object.entries(labels).map(
    ([key, text]) =>
      `${key}="${text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`,
  );
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}
