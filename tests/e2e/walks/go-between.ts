import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Call {
  readonly isRead: boolean;
  readonly path: string;
  /** Path and query. */
  readonly url: string;
}

interface List {
  readonly results: readonly unknown[];
  readonly count?: number;
}

/** Interference with one call; empty means none. */
export interface Fate {
  readonly delayMs?: number;
  /** Answer without asking the server. */
  readonly failure?: { readonly status: number; readonly json: object };
  /** Answer instead of a media file, with status 200. */
  readonly media?: { readonly type: string; readonly body: string };
  /** Changes the answer when it is a list. */
  readonly change?: (list: List) => object;
}

const isList = (body: unknown): body is List =>
  typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results);

/**
 * A proxy between browser and server that lets calls fail, wait or lose data. The browser's own request interception
 * would take most of a walk's time. It serves no pictures, and media that is none if it is told so.
 */
export async function startGoBetween() {
  let target = '';
  let fateOf: (call: Call) => Fate = () => ({});

  const send = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const pass = (request: IncomingMessage, response: ServerResponse, change: Fate['change']) => {
    const { 'accept-encoding': _, ...headers } = request.headers;
    const onward = ask(new URL(request.url ?? '', target), { method: request.method, headers }, (answer) => {
      const { statusCode = 500 } = answer;
      if (!change || statusCode !== 200) return answer.pipe(response.writeHead(statusCode, answer.headers));
      return json(answer).then(
        (body) => send(response, statusCode, isList(body) ? change(body) : (body as object)),
        () => response.destroy(),
      );
    });
    // The app may have cancelled the request.
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };

  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const [path = ''] = url.split('?');
    if (path.startsWith('/art/')) return response.writeHead(404).end();
    const isInterfered = path.startsWith('/api/') || path.startsWith('/media/');
    const fate = isInterfered ? fateOf({ isRead: request.method === 'GET', path, url }) : {};
    const { delayMs, failure, media, change } = fate;
    const go = () => {
      if (media)
        return response
          .writeHead(200, { 'content-type': media.type, 'access-control-allow-origin': '*' })
          .end(media.body);
      return failure ? send(response, failure.status, failure.json) : pass(request, response, change);
    };
    return delayMs === undefined ? go() : setTimeout(go, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url: string) => void (target = url),
    setFate: (next: (call: Call) => Fate) => void (fateOf = next),
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type GoBetween = Awaited<ReturnType<typeof startGoBetween>>;
