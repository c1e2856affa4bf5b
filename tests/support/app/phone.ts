import type { FastifyInstance } from 'fastify';
import { JSDOM } from 'jsdom';

export interface PhonePage {
  statusCode: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: string;
  /** Target of a redirect; undefined for a page. */
  location: string | undefined;
  heading: string;
  document: Document;
  /** The error message of a field. */
  errorOf(name: string): string | undefined;
  /** Name of the input with autofocus. */
  focused: string | undefined;
}

export interface Phone {
  readonly cookies: Map<string, string>;
  open(url: string, headers?: Record<string, string>): Promise<PhonePage>;
  /** Submits a form with the last page's token, unless `form_token` is given. A form of that page must have the given fields. */
  send(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<PhonePage>;
  /** Submits a form and follows the redirect. */
  follow(url: string, form: Record<string, string>): Promise<PhonePage>;
}

/** A browser without scripts: it stores cookies and the last page's form token. */
export function createPhone(app: FastifyInstance): Phone {
  const cookies = new Map<string, string>();
  let formToken = '';
  let forms: HTMLFormElement[] = [];

  const call = async (
    url: string,
    payload: string | undefined,
    headers: Record<string, string> = {},
  ): Promise<PhonePage> => {
    const answer = await app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { document } = new JSDOM(answer.body).window;
    if (answer.body !== '') forms = [...document.querySelectorAll('form')];
    formToken = document.querySelector<HTMLInputElement>('input[name=form_token]')?.value ?? formToken;
    return {
      statusCode: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      location: answer.headers.location,
      heading: document.querySelector('h1')?.textContent ?? '',
      document,
      errorOf: (name) => {
        const input = document.querySelector(`input[name=${name}][aria-invalid=true]`);
        const ids = input?.getAttribute('aria-describedby')?.split(' ') ?? [];
        return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent ?? undefined;
      },
      focused: document.querySelector('[autofocus]')?.getAttribute('name') ?? undefined,
    };
  };

  const send: Phone['send'] = (url, form, headers) => {
    const shown = forms.filter((one) => one.getAttribute('action') === url);
    const missing = Object.keys(form).filter((name) => !shown.some((one) => one.elements.namedItem(name)));
    if (shown.length > 0 && missing.length > 0) throw new Error(`the form for ${url} has no ${missing.join(', ')}`);
    return call(url, new URLSearchParams({ form_token: formToken, ...form }).toString(), headers);
  };
  return {
    cookies,
    open: (url, headers) => call(url, undefined, headers),
    send,
    async follow(url, form) {
      const { location = '/' } = await send(url, form);
      return call(location, undefined);
    },
  };
}
