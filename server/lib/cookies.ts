/** Parses a cookie header; the first of each name wins. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

export interface CookieOptions {
  isSecure: boolean;
  /** 0 deletes the cookie. */
  livesSeconds: number;
  /** `Strict` also keeps the cookie from links on other sites. Default: `Lax`. */
  sameSite?: 'Strict' | 'Lax';
}

/** On https, the `__Host-` prefix makes the browser ensure that only this host can have set the cookie. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** One `set-cookie` line. Scripts cannot read the cookie, and forms of other sites do not send it. */
export const writeCookie = (
  name: string,
  value: string,
  { isSecure, livesSeconds, sameSite = 'Lax' }: CookieOptions,
): string =>
  [
    `${cookieName(name, isSecure)}=${value}`,
    'Path=/',
    `Max-Age=${livesSeconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
