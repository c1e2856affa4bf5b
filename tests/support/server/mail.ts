import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  /** Waits for the next unread mail. */
  next(): Promise<Email>;
  /** Waits until a mail is refused or delayed. */
  nextTrouble(): Promise<void>;
  /** `refuse` answers 451 to every mail; `wait` does not answer until the mood changes. */
  set(mood: 'take' | 'refuse' | 'wait'): void;
  /** The number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** A queue whose consumer may wait for the next item. */
function createQueue<T>() {
  const items: T[] = [];
  const readers: ((item: T) => void)[] = [];
  return {
    put: (item: T) => {
      const reader = readers.shift();
      if (reader) reader(item);
      else items.push(item);
    },
    take: () =>
      items.length > 0 ? Promise.resolve(items.shift()!) : new Promise<T>((resolve) => readers.push(resolve)),
  };
}

/** A real SMTP server on loopback that records what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails = createQueue<Email>();
  const troubles = createQueue<undefined>();
  let mood: 'take' | 'refuse' | 'wait' = 'take';
  let go: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const answer = () => {
          if (mood === 'wait') {
            go.push(answer);
            troubles.put(undefined);
          } else if (mood === 'refuse') {
            callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
            troubles.put(undefined);
          } else {
            callback();
            void PostalMime.parse(Buffer.concat(parts)).then(mails.put);
          }
        };
        answer();
      });
    },
  });
  // The tests disconnect clients on purpose.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: mails.take,
    nextTrouble: troubles.take,
    set(next) {
      mood = next;
      const waiting = go;
      go = [];
      for (const one of waiting) one();
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  sent_at: string;
}

/** The mails of the built-in mailbox for an address, newest first. */
export async function readMailbox(app: FastifyInstance, to: string): Promise<ReceivedMail[]> {
  const { results } = (await app.inject(`/dev/mail.json?to=${encodeURIComponent(to)}`)).json<{
    results: ReceivedMail[];
  }>();
  return results;
}

/** The code of the newest mail that contains one. */
export async function readCode(app: FastifyInstance, to: string): Promise<string> {
  for (const { text } of await readMailbox(app, to)) {
    const code = /^코드: (\w+)$/m.exec(text)?.[1];
    if (code !== undefined) return code;
  }
  throw new Error(`no code was sent to ${to}`);
}
