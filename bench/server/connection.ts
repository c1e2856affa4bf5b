import { connect, type Socket } from 'node:net';

/** Answer to one call: its status, 0 when the connection broke, and the bytes of its body. */
export interface Answer {
  status: number;
  bytes: number;
}

export interface Connection {
  /** Sends the text of a request; one at a time. */
  ask(text: string): Promise<Answer>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';
const BROKEN: Answer = { status: 0, bytes: 0 };

/** Parses the head of an answer; `undefined` while incomplete. */
function readHead(received: Buffer): { status: number; start: number; bytes: number } | undefined {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer that does not say how long it is:\n${head}`);
  return { status: Number(head.slice(9, 12)), start: end + HEAD_END.length, bytes: Number(length) };
}

/**
 * HTTP over a keep-alive socket, one request at a time, like a television. Node's own client costs about as much CPU as
 * the measured server on the same machine, so this one skips everything that the benchmark does not read.
 */
export async function openConnection({ hostname, port }: URL): Promise<Connection> {
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((done, failed) => socket.once('connect', done).once('error', failed));
  let received: Buffer = Buffer.alloc(0);
  let answered: ((answer: Answer) => void) | undefined;
  let isBroken = false;

  const answer = (value: Answer) => {
    const told = answered;
    answered = undefined;
    told?.(value);
  };
  socket.on('data', (part: Buffer) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const head = readHead(received);
    if (!head || received.length < head.start + head.bytes) return;
    received = Buffer.alloc(0);
    answer({ status: head.status, bytes: head.bytes });
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isBroken = true;
    answer(BROKEN);
  });

  return {
    ask: (text) =>
      new Promise((done) => {
        if (isBroken) return done(BROKEN);
        answered = done;
        socket.write(text);
      }),
    close: () => socket.destroy(),
  };
}
