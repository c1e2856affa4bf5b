import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/support/server/server-database.ts';

let own: OwnDatabase;
beforeAll(async () => {
  own = await createOwnDatabase();
});
afterAll(() => own.drop());

const HEAD_BYTES = 8;

/** The start-up message of the protocol without `options`. */
function withoutOptions(message: Buffer): Buffer {
  const words = message.subarray(HEAD_BYTES, -1).toString().split('\0').slice(0, -1);
  const kept = words.filter((_, index) => words[index - (index % 2)] !== 'options');
  const body = Buffer.from([...kept, ''].map((word) => `${word}\0`).join(''));
  const head = Buffer.from(message.subarray(0, HEAD_BYTES));
  head.writeInt32BE(HEAD_BYTES + body.length);
  return Buffer.concat([head, body]);
}

/** An error of the protocol, as pgbouncer words it. */
function refusal(): Buffer {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''];
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A pooler that does with each client's first message as it is told. */
async function startPooler(greet: (client: Socket, first: Buffer) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const pooler = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.once('data', (first) => greet(client, first));
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  undo.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => pooler.close(resolve));
  });
  const url = new URL(own.url);
  url.searchParams.delete('host');
  [url.hostname, url.port] = ['127.0.0.1', String((pooler.address() as AddressInfo).port)];
  return url.href;
}

const upstream = () => {
  const { searchParams, hostname, port } = new URL(own.url);
  const folder = searchParams.get('host');
  return folder?.startsWith('/')
    ? connect(`${folder}/.s.PGSQL.${port || 5432}`)
    : connect(Number(port || 5432), folder ?? hostname);
};

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '' });

test('a pooler that refuses the limits of a session is named in one sentence', async () => {
  const url = await startPooler((client) => void client.end(refusal()));
  await expect(open(url)).rejects.toThrow(RefusedError);
  await expect(open(url)).rejects.toThrow(/leads to a pooler.* name PostgreSQL itself/);
});

test('a pooler that ignores the limits of a session is named, too', async () => {
  const url = await startPooler((client, first) => {
    const server = upstream();
    server.on('error', () => client.destroy());
    server.write(withoutOptions(first));
    client.pipe(server).pipe(client);
  });
  await expect(open(url)).rejects.toThrow(/leads to a pooler/);
});

test('a proxy that passes everything on is no pooler', async () => {
  const url = await startPooler((client, first) => {
    const server = upstream();
    server.on('error', () => client.destroy());
    server.write(first);
    client.pipe(server).pipe(client);
  });
  const database = await open(url);
  await database.close();
});

test('options in the address are those of each session, where they differ from ours', async () => {
  const url = new URL(own.url);
  url.searchParams.set('options', '-c statement_timeout=12345 -c jit=on');
  const database = await open(url.href);
  const { rows } = await sql<{ timeout: string; jit: string; lock: string }>`
    select current_setting('statement_timeout') as timeout, current_setting('jit') as jit,
      current_setting('lock_timeout') as lock`.execute(database.kysely);
  expect(rows[0]).toMatchObject({ timeout: '12345ms', jit: 'on', lock: expect.stringMatching(/^[1-9]/) as string });
  await database.close();
});

test('a database that does not answer is no pooler', async () => {
  const url = await startPooler((client) => void client.destroy());
  await expect(open(url)).rejects.toThrow('no connection to the database');
});
