import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** A span as OpenTelemetry's protocol writes it in JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface Message {
  resourceSpans: readonly {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: readonly { spans: readonly ReceivedSpan[] }[];
  }[];
}

/** A receiver of traces on loopback. */
export async function startTraceReceiver() {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (request.url === '/v1/traces') messages.push(JSON.parse(body) as Message);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const spans = () =>
    messages.flatMap(({ resourceSpans }) => resourceSpans.flatMap((each) => each.scopeSpans.flatMap((of) => of.spans)));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** What is said about the process, of the first message. */
    resource: () => messages[0]!.resourceSpans[0]!.resource.attributes,
    text: () => JSON.stringify(messages),
    /** The first span that fits, once it has come. */
    until: (fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
      vi.waitFor(
        () => {
          const found = spans().find(fits);
          if (found === undefined) throw new Error('no such span has come');
          return found;
        },
        { timeout: 60_000, interval: 50 },
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
