const NEAR = 'http://127.0.0.1:8080';

/** The server's address from the environment; without one, a server on this machine, with a notice. */
export function apiUrlFromEnvironment(): string {
  const given = process.env['VITE_API_URL'];
  if (given) return given;
  console.warn(
    `VITE_API_URL is not set: the package will call ${NEAR}, which no television can reach. ` +
      'The address can also be set on the set (docs/devices.md).',
  );
  return NEAR;
}
