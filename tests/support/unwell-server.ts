import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** How a server outside fails; `well` gives the answer that it was made with. */
export const MOODS = ['is not there', 'refuses', 'hangs', 'answers junk', 'breaks off'] as const;
export type Mood = (typeof MOODS)[number] | 'well';

export interface UnwellServer {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** Calls that hang are answered as soon as it is well. */
  set(mood: Mood): void;
  /** Resolves when the next call has come. */
  nextAsked(): Promise<void>;
  close(): Promise<void>;
}

/** Writes what a client gets in a mood, and says when a whole call has come. @param answer of a call that hangs */
export type Talk = (socket: Socket, mood: Mood, onCall: (answer: () => void) => void) => void;

/**
 * HTTP/1.1, one call per connection.
 *
 * @param isSpared calls that are answered well in each mood.
 */
export const talkHttp =
  (
    well: (request: string) => { status?: number; headers?: string; body: string },
    isSpared: (request: string) => boolean = () => false,
  ): Talk =>
  (socket, given, onCall) => {
    let request = '';
    socket.on('data', (bytes: Buffer) => {
      request += bytes.toString('latin1');
      const head = request.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(request)?.[1] ?? 0);
      if (head === -1 || request.length < head + 4 + length) return;
      const mood = isSpared(request) ? 'well' : given;
      const answer = (status: number, body: string, headers = 'content-type: application/json') =>
        `HTTP/1.1 ${status} X\r\n${headers}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      const { status = 200, headers, body } = well(request);
      const answerWell = () => socket.end(answer(status, body, headers));
      if (!isSpared(request)) onCall(answerWell);
      if (mood === 'well') answerWell();
      if (mood === 'refuses') socket.end(answer(403, '{"error":"access_denied"}'));
      if (mood === 'answers junk')
        socket.end(answer(200, '<html>Sign in to the network</html>', 'content-type: text/html'));
      if (mood === 'breaks off')
        socket.write(answer(status, `${body}${' '.repeat(99)}`, headers).slice(0, -99), () => socket.destroy());
    });
  };

/** A server on loopback that fails in each way in which servers outside fail. */
export async function startUnwellServer(talk: Talk): Promise<UnwellServer> {
  let mood: Mood = 'well';
  const onAsked: (() => void)[] = [];
  const hanging: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (mood === 'is not there') return void socket.resetAndDestroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    talk(socket, mood, (answer) => {
      if (mood === 'hangs') hanging.push(answer);
      for (const one of onAsked.splice(0)) one();
    });
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    set(next) {
      mood = next;
      if (next === 'well') for (const answer of hanging.splice(0)) answer();
    },
    nextAsked: () => new Promise((resolve) => onAsked.push(resolve)),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
