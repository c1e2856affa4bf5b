import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FailureLog } from '../lib/failure-log.ts';
import type { TraceAttributes, TracedPart, Traces } from '../lib/traces.ts';
import { VERSION } from '../lib/version.ts';

/** Longer statements are cut, in characters. */
const LONGEST_TEXT = 2_000;

/** The verb of a statement and the first table in it: few different names. */
function nameOf(text: string): string {
  const verb = /^\s*(\w{1,20})/.exec(text)?.[1] ?? 'statement';
  const table = /\b(?:from|into|update)\s{1,20}"?(\w{1,60})/i.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Tells the operator once that spans are not taken; the queue drops what it has no room for, and nothing else notices. */
function reporting(exporter: SpanExporter, failures: () => FailureLog | undefined): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === 0) failures()?.works('traces');
        else failures()?.report('traces', result.error);
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

export interface OpenTraces extends Traces {
  /** Waits until the last spans are taken, or refused. */
  stop(): Promise<void>;
}

/**
 * Sends traces by OpenTelemetry's protocol over HTTP. The library reads its standard variables itself. Import this file only
 * where traces are wanted.
 */
export function openTraces(): OpenTraces {
  let failures: FailureLog | undefined;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'bora', 'service.version': VERSION }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(reporting(new OTLPTraceExporter(), () => failures))],
  });
  const tracer = provider.getTracer('bora', VERSION);
  const current = new AsyncLocalStorage<Context>();

  const endWith = (span: Span, attributes: TraceAttributes, failure: string | undefined, endMs?: number) => {
    span.setAttributes(attributes);
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(endMs);
  };

  return {
    begin(kind, name, attributes): TracedPart {
      const options = { kind: kind === 'call' ? SpanKind.SERVER : SpanKind.INTERNAL, attributes };
      // Callers cannot make the service record: what they say about traces is not read.
      const span = tracer.startSpan(name, options, ROOT_CONTEXT);
      const context = trace.setSpan(ROOT_CONTEXT, span);
      return {
        run: (work) => current.run(context, work),
        end: (more, failure) => endWith(span, more, failure),
      };
    },

    statement(text, durationMs, failure) {
      const context = current.getStore();
      if (context === undefined) return;
      const endMs = Date.now();
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_TEXT) };
      const options = { kind: SpanKind.CLIENT, startTime: endMs - durationMs, attributes };
      endWith(tracer.startSpan(nameOf(text), options, context), {}, failure, endMs);
    },

    reportTo(log) {
      failures = log;
    },

    async stop() {
      await provider.shutdown();
    },
  };
}
