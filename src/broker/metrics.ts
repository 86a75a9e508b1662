/** The metrics of the broker (Prometheus text format). No label names a client. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Why the broker itself refused a request or a connection. */
export type Refusal =
  | 'connections'
  | 'invalid'
  | 'malformed'
  | 'open_requests'
  | 'rate'
  | 'timeout'
  | 'tls'
  | 'unauthorized';

export interface Metrics {
  readonly contentType: string;
  /** Counts a response. @param endpoint without anything that the client chose */
  answered(endpoint: string, status: number, seconds: number): void;
  refused(reason: Refusal): void;
  /** Counts a request that the service did not answer. @param code a failure code */
  upstreamFailed(code: string): void;
  text(): Promise<string>;
}

/** @param openConnections called when the metrics are read */
export function brokerMetrics(openConnections: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const responses = new Counter({
    name: 'newsletter_broker_responses_total',
    help: 'Responses, by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'newsletter_broker_response_seconds',
    help: 'Time from the head of a request to its response.',
    labelNames: ['endpoint'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const refusals = new Counter({
    name: 'newsletter_broker_refusals_total',
    help: 'Requests and connections that the broker itself refused, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const failures = new Counter({
    name: 'newsletter_broker_upstream_failures_total',
    help: 'Requests that the service did not answer, by failure code.',
    labelNames: ['code'],
    registers,
  });
  new Gauge({
    name: 'newsletter_broker_open_connections',
    help: 'Connections that are open now.',
    registers,
    collect() {
      this.set(openConnections());
    },
  });
  return {
    contentType: registry.contentType,
    answered(endpoint, status, seconds) {
      responses.inc({ endpoint, status: String(status) });
      duration.observe({ endpoint }, seconds);
    },
    refused: reason => refusals.inc({ reason }),
    upstreamFailed: code => failures.inc({ code }),
    text: async () => await registry.metrics(),
  };
}
