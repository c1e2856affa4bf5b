import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

/** How the proxy treats connections. */
export type Weather =
  /** Forwards everything. */
  | { kind: 'clear' }
  /** Accepts connections and bytes and forwards nothing in either direction, like a network without a route. */
  | { kind: 'black-hole' }
  /** Closes each new connection at once. */
  | { kind: 'refuse' }
  /** Delays each chunk by `delayMs`. */
  | { kind: 'slow'; delayMs: number };

export interface TcpProxy {
  port: number;
  set(weather: Weather): void;
  /** Resets all connections, as a crashing server does. */
  cut(): void;
  /** The number of open connections. */
  count(): number;
  close(): Promise<void>;
}

/** A proxy between a client and a server on this machine. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  let weather: Weather = { kind: 'clear' };
  const sockets = new Set<Socket>();
  // Unix sockets cannot be reset, only destroyed.
  const upstreams = new Set<Socket>();

  const keep = (socket: Socket, among: Set<Socket>) => {
    among.add(socket);
    // The tests break connections on purpose.
    socket.on('error', () => undefined);
    socket.on('close', () => among.delete(socket));
  };
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      if (weather.kind === 'black-hole') return;
      if (weather.kind === 'slow') setTimeout(() => to.write(chunk), weather.delayMs);
      else to.write(chunk);
    });
    from.on('close', () => {
      if (weather.kind !== 'black-hole') to.destroy();
    });
  };

  const server = createServer((client) => {
    keep(client, sockets);
    if (weather.kind === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    if (weather.kind === 'black-hole') {
      client.resume();
      return;
    }
    const upstream = connect(target);
    keep(upstream, upstreams);
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
    for (const socket of upstreams) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      weather = next;
    },
    cut,
    count: () => sockets.size,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A proxy in front of a PostgreSQL, with its connection string. */
export async function startDatabaseProxy(databaseUrl: string): Promise<TcpProxy & { url: string }> {
  const url = new URL(databaseUrl);
  const port = Number(url.port || 5432);
  const folder = url.searchParams.get('host');
  const proxy = await startTcpProxy(
    folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: folder ?? url.hostname, port },
  );
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, url: url.href };
}
