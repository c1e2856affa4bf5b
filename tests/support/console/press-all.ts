import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createElement } from 'react';
import { I18nProvider } from 'react-aria-components';
import { File } from 'node:buffer';
import { vi } from 'vitest';
import { App } from '#console/app.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { CONSOLE_PATH, type StaffRole } from '#contract/console/endpoint.ts';
import { answerTo, callOf, originOf, withOrigins, type ConsoleCall } from './world.ts';

/*
 * Opens a page of the console, presses everything, and writes down what the page shows and sends. The wire is the test's:
 * it answers what `world.ts` makes, refuses each act once, and lets it pass at the second try.
 */

export interface Scene {
  /** Address of the page, without the hash. */
  readonly at: string;
  readonly role?: StaffRole;
  /** Presses nothing, and tells which buttons there are. */
  readonly isOnlyRead?: boolean;
  /** The part of the page that is pressed, if not all that is below the navigation. */
  readonly part?: string;
  /** Changes what the server answers. */
  readonly answers?: Readonly<Partial<Record<ConsoleCall, (usual: never) => unknown>>>;
  /** Which row of a list the things are that stand alone: the second has other flags and choices, the third nothing that may be absent. */
  readonly row?: 0 | 1 | 2;
  /** What is written into fields whose label has these words. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Fields that stay as they are. */
  readonly untouched?: RegExp;
  /** Buttons that only open and close parts of the page, or files. */
  readonly without?: RegExp;
}

const REFUSAL = '거절하는 까닭';
const CONFLICT = '그사이 바뀐 까닭';

interface Wire {
  readonly written: string[];
  readonly calls: Set<ConsoleCall>;
  /** How the next acts fail: refused, or because somebody else has changed the thing. */
  fails: 'refused' | 'changed' | null;
  /** Answers to acts wait for it. */
  held: Promise<void> | null;
  /** Somebody else has changed everything: each version is another one. */
  isChanged: boolean;
  open: number;
  readonly unknown: string[];
}

const shortPath = (path: string) =>
  path
    .replace(`${CONSOLE_PATH}/`, '')
    .split('/')
    .map((part) => originOf(decodeURIComponent(part)))
    .join('/');

function bodyText(body: unknown): string {
  if (body === undefined || body === null) return '';
  if (typeof body !== 'string') return ` ${body instanceof Blob ? `a file of ${body.type}` : 'bytes'}`;
  const parsed = JSON.parse(body, (_, value: unknown) =>
    typeof value === 'string' || typeof value === 'number'
      ? originOf(String(value)) === String(value)
        ? value
        : originOf(String(value))
      : value,
  ) as unknown;
  return ` ${withOrigins(JSON.stringify(parsed))}`;
}

function layWire({ answers = {}, role = 'owner', row = 0 }: Scene): Wire {
  const wire: Wire = { written: [], calls: new Set(), fails: null, isChanged: false, held: null, open: 0, unknown: [] };
  const answer = async (address: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const path = address.replace(/\?.*$/, '');
    const name = callOf(method, path);
    if (!name) {
      // Videos of other origins come when they come.
      if (path.startsWith('/')) wire.unknown.push(`${method} ${path}`);
      return new Response(null, { status: 404 });
    }
    wire.calls.add(name);
    if (method !== 'GET') {
      wire.written.push(`${method} ${shortPath(path)}${bodyText(body)}`);
      const { fails } = wire;
      await wire.held;
      if (fails === 'changed') {
        wire.isChanged = true;
        return Response.json({ code: 'CHANGED_MEANWHILE', message: CONFLICT }, { status: 409 });
      }
      if (fails === 'refused') return Response.json({ code: 'INVALID_REQUEST', message: REFUSAL }, { status: 422 });
    }
    const usual = answerTo(name, name === 'getConsoleSession' ? 0 : row);
    const change = answers[name] as ((usual: unknown) => unknown) | undefined;
    const session = usual as { staff: object };
    const mine =
      name === 'getConsoleSession' ? { ...session, staff: { ...session.staff, role }, is_from_provider: false } : usual;
    const answered = change ? change(structuredClone(mine)) : mine;
    if (answered instanceof Response) return answered;
    if (answered === undefined) return new Response(null, { status: 204 });
    const text = JSON.stringify(answered);
    return new Response(wire.isChanged ? text.replaceAll(/version"(?=[,}])/g, 'version again"') : text);
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    wire.open += 1;
    try {
      return await answer(String(address), init);
    } finally {
      wire.open -= 1;
    }
  });
  return wire;
}

const tick = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));

/** Until no call is under way and the page has drawn what came. */
const settle = (wire: Wire) =>
  act(async () => {
    for (let quiet = 0; quiet < 4;) {
      await tick();
      quiet = wire.open === 0 ? quiet + 1 : 0;
    }
  });

const textOf = (element: Element | null | undefined) =>
  withOrigins((element?.textContent ?? '').replace(/\s+/g, ' ').trim());
const nameOf = (element: Element) => {
  const label = element.getAttribute('aria-label');
  return label === null ? textOf(element) : withOrigins(label);
};
const isOff = (button: Element) =>
  button.hasAttribute('disabled') ||
  button.getAttribute('aria-disabled') === 'true' ||
  button.getAttribute('data-disabled') === 'true';
const dialogs = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].filter(
    (one) => !one.closest('.popover'),
  );
const topDialog = () => dialogs().at(-1);

const labelOf = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
  withOrigins(
    (
      field.getAttribute('aria-label') ??
      field.labels?.[0]?.textContent ??
      document.getElementById(field.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')?.textContent ??
      field.closest('label, .field')?.querySelector('label, .label, span')?.textContent ??
      field.getAttribute('placeholder') ??
      ''
    )
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** Writes something of its own into each field. @returns what the fields held before */
function fill(form: HTMLElement, { typed = {}, untouched }: Scene): string[] {
  const before: string[] = [];
  let number = 0;
  const fields = [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input, textarea, select'),
  ];
  const seen = new Set<string>();
  for (const field of fields) {
    if (
      !field.isConnected ||
      field.disabled ||
      ('readOnly' in field && field.readOnly) ||
      field.classList.contains('calendar-anchor')
    )
      continue;
    const { type } = field;
    if (type === 'file' || type === 'hidden') continue;
    number += 1;
    const label = labelOf(field);
    if (untouched?.test(label)) continue;
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options].filter(({ value }) => value !== '');
      before.push(`${label} = ${textOf(field.selectedOptions[0])} (${options.map((one) => textOf(one)).join(', ')})`);
      const last = options.at(-1);
      if (last) fireEvent.change(field, { target: { value: last.value } });
    } else if (type === 'checkbox') {
      before.push(`${label} = ${(field as HTMLInputElement).checked}`);
      fireEvent.click(field);
    } else if (type === 'radio') {
      const key = (field as HTMLInputElement).name;
      if (seen.has(key)) continue;
      seen.add(key);
      const all = fields.filter(
        (one) => one.type === 'radio' && (one as HTMLInputElement).name === key,
      ) as HTMLInputElement[];
      before.push(`${all.map((one) => `${labelOf(one)}${one.checked ? '*' : ''}`).join(' | ')}`);
      fireEvent.click(all.at(-1)!);
    } else {
      const input = field as HTMLInputElement;
      before.push(
        `${label} = ${withOrigins(input.value)}${input.required || input.getAttribute('aria-required') ? ' (required)' : ''}`,
      );
      const most = input.maxLength > 0 ? input.maxLength : 400;
      const placeholder = input.placeholder;
      const given = Object.entries(typed).find(([words]) => label.includes(words))?.[1];
      const value =
        given !== undefined
          ? given
          : placeholder === '연-월-일 시:분'
            ? `2027-01-${String(10 + (number % 18))} 10:00`
            : placeholder === '연-월-일'
              ? `2027-01-${String(10 + (number % 18))}`
              : /주소/.test(label) && !/이메일/.test(label)
                ? `https://typed-${number}.example/`
                : /가격/.test(label)
                  ? String(1200 + number)
                  : type === 'number' ||
                      input.inputMode === 'numeric' ||
                      input.inputMode === 'decimal' ||
                      /^\d+$/.test(input.value)
                    ? String(20 + number)
                    : type === 'email' || /이메일/.test(label)
                      ? `typed.${number}@bora.example`
                      : `(${label})`.slice(0, most);
      // A list of suggestions opens for a field that has the focus.
      const isSearch = input.getAttribute('role') === 'combobox';
      if (isSearch) input.focus();
      fireEvent.change(input, { target: { value } });
      if (!isSearch) fireEvent.blur(input);
    }
  }
  return before;
}

const click = async (element: Element, wire: Wire) => {
  await act(async () => void fireEvent.click(element));
  await settle(wire);
};

const toastText = () => textOf(document.querySelector('.toasts'));

/** What an act sends and says: refused once, pressed twice, and then done. */
async function doAct(
  press: () => Promise<void>,
  again: (() => Element | null | undefined) | null,
  wire: Wire,
): Promise<string[]> {
  const lines: string[] = [];
  toast('');
  wire.written.length = 0;
  wire.isChanged = false;
  wire.fails = 'refused';
  let letGo = () => {};
  wire.held = new Promise((resolve) => (letGo = resolve));
  await press();
  await act(tick);
  const second = again?.();
  if (wire.written.length === 1 && second) await act(async () => void fireEvent.click(second));
  await act(tick);
  wire.held = null;
  letGo();
  await settle(wire);
  wire.fails = null;
  const refused = wire.written.splice(0);
  if (refused.length === 0) return lines;
  lines.push(`    ${refused[0]}`);
  if (refused.length > 1) lines.push(`    sends at once: ${refused.slice(1).join(' and ')}`);
  if (!document.body.textContent.includes(REFUSAL)) lines.push('    says nothing of a refusal');
  if (!again) return lines;
  if (refused[0]!.includes('"version"') && again()) {
    wire.fails = 'changed';
    await click(again()!, wire);
    wire.fails = null;
    wire.written.length = 0;
    const compared = [
      ...(topDialog() ?? pageOf()).querySelectorAll('.comparison, [role="alert"] dl, table.comparison'),
    ].map(textOf);
    lines.push(
      `    if changed: ${compared.join(' / ') || (document.body.textContent.includes(CONFLICT) ? CONFLICT : 'nothing')}`.slice(
        0,
        400,
      ),
    );
  }
  const control = again();
  if (!control) return [...lines, '    cannot be pressed again'];
  await click(control, wire);
  if (wire.written[0] !== refused[0]) lines.push(`    then: ${wire.written[0] ?? 'nothing'}`);
  for (const more of wire.written.slice(1)) lines.push(`    and then: ${more}`);
  if (toastText() !== '') lines.push(`    says: ${toastText()}`);
  return lines;
}

const submitOf = (form: Element) =>
  form.querySelector<HTMLElement>('button[type="submit"]') ??
  form.querySelector<HTMLElement>('button.primary, button.danger');

const sendForm = (form: HTMLElement) => async () => {
  await act(async () => {
    const button = submitOf(form);
    if (button) fireEvent.click(button);
    else fireEvent.submit(form);
  });
};

async function closeDialogs(wire: Wire): Promise<boolean> {
  for (let tries = 0; tries < 4 && topDialog(); tries += 1) {
    const close = [...topDialog()!.querySelectorAll('button')]
      .filter((one) => /^(?:그만두기|닫기|지금 상태로 두기|취소)$/.test(one.textContent))
      .at(-1);
    if (close) await click(close, wire);
    else {
      await act(async () => void fireEvent.keyDown(topDialog()!, { key: 'Escape' }));
      await settle(wire);
    }
  }
  return !topDialog();
}

/** Takes the last entry of a list that a field has opened, or that stands beside it. */
async function chooseOption(wire: Wire): Promise<void> {
  const option = [...document.querySelectorAll('[role="option"]:not([aria-disabled="true"])')].at(-1);
  if (option) await click(option, wire);
}

/** The head, the fields and the verb of a dialog, by which a next step is known. */
const fieldsOf = (dialog: Element) =>
  [
    textOf(dialog.querySelector('[slot="title"], h2')),
    ...[...dialog.querySelectorAll('input, textarea, select')].map((one) => labelOf(one as HTMLInputElement)),
    textOf(submitOf(dialog)),
  ].join();

async function describeDialog(wire: Wire, scene: Scene, step = 1): Promise<string[]> {
  const dialog = topDialog()!;
  const lines = [`  opens: ${textOf(dialog.querySelector('[slot="title"], h1, h2, h3'))}`];
  const said = [...dialog.querySelectorAll('.prose, .hint, dl, li')].map((one) => textOf(one)).filter(Boolean);
  if (said.length > 0) lines.push(`    reads: ${said.join(' / ').slice(0, 600)}`);
  const form = dialog.querySelector<HTMLElement>('form') ?? dialog;
  const submit = submitOf(form);
  const fieldsBefore = fieldsOf(dialog);
  const before = fill(form, scene);
  await settle(wire);
  await chooseOption(wire);
  for (const field of before) lines.push(`    field: ${field}`);
  const buttons = [...dialog.querySelectorAll('button')].filter(
    (one) => one.closest('.actions, form') && !one.classList.contains('calendar'),
  );
  lines.push(`    buttons: ${buttons.map((one) => `${nameOf(one)}${isOff(one) ? ' (off)' : ''}`).join(', ')}`);
  if (!submit) return lines;
  lines.push(
    ...(await doAct(
      sendForm(form),
      () => {
        const open = topDialog();
        return open && submitOf(open);
      },
      wire,
    )),
  );
  const next = topDialog();
  const isNext = next && step < 4 && next.querySelector('form') !== null && fieldsOf(next) !== fieldsBefore;
  if (isNext) lines.push(...(await describeDialog(wire, scene, step + 1)));
  else if (next && next !== dialog) lines.push(`    opens: ${textOf(next)}`.slice(0, 300));
  else if (next)
    lines.push(
      '    stays open',
      ...[...next.querySelectorAll('[role="alert"], .problem')]
        .map((one) => textOf(one))
        .filter(Boolean)
        .map((said) => `    problem: ${said}`),
    );
  return lines;
}

/** The page's buttons, the last one of each verb in a table or a part. */
function controls(main: Element, without: RegExp | undefined): HTMLElement[] {
  const groups = new Map<string, HTMLElement>();
  const parents: Element[] = [];
  for (const button of main.querySelectorAll<HTMLElement>('button')) {
    const verb = textOf(button);
    if (
      button.closest('.field, [role="dialog"], .time-field') ||
      button.getAttribute('type') === 'submit' ||
      isOff(button)
    )
      continue;
    if (without?.test(nameOf(button)) || /내려받기$/.test(nameOf(button))) continue;
    const group = button.closest('table, ul, ol, section, form, .tools, .pictures') ?? main;
    if (!parents.includes(group)) parents.push(group);
    groups.set(
      `${parents.indexOf(group)} ${button.getAttribute('aria-label') === null || verb !== '' ? verb : nameOf(button).split(' ').at(-1)}`,
      button,
    );
  }
  return [...groups.values()];
}

let part = 'main';
const pageOf = () => document.querySelector(part) ?? document.body;

/** What a page shows: its tables by their columns, and its links. */
function describePage(): string[] {
  const page = pageOf();
  const lines = [`title: ${document.title}`];
  for (const table of page.querySelectorAll('table')) {
    const heads = [...table.querySelectorAll('thead th')].map((head) => textOf(head));
    lines.push(`table ${table.getAttribute('aria-label') ?? textOf(table.querySelector('caption'))}`);
    for (const row of table.querySelectorAll('tbody tr'))
      lines.push(
        `  ${[...row.children]
          .map((cell, index) => {
            const buttons = [...cell.querySelectorAll('button')].map(
              (one) => `[${nameOf(one)}${isOff(one) ? ' (off)' : ''}]`,
            );
            const link = cell.querySelector('a[href]');
            const text = buttons.length > 0 && !link ? buttons.join('') : textOf(cell);
            return `${heads[index] ?? ''}: ${text}${link ? ` -> ${withOrigins(decodeURIComponent(link.getAttribute('href')!))}` : ''}`;
          })
          .join(' | ')}`,
      );
  }
  const facts = [...page.querySelectorAll('dl > div')].map(
    (one) => `${textOf(one.querySelector('dt'))}: ${textOf(one.querySelector('dd'))}`,
  );
  for (const fact of facts) lines.push(`fact ${fact}`);
  const links = [...page.querySelectorAll('a[href]')].filter((link) => !link.closest('table'));
  for (const link of links)
    lines.push(`link ${nameOf(link)} -> ${withOrigins(decodeURIComponent(link.getAttribute('href')!))}`);
  return lines;
}

function fileFor({ accept }: HTMLInputElement) {
  if (/csv/.test(accept)) return new File(['email,name\n'], 'people.csv', { type: 'text/csv' });
  if (/srt|vtt/.test(accept)) return new File(['1\n00:00:01,000 --> 00:00:02,000\nhi\n'], 'lines.srt');
  if (/image|png|webp/.test(accept)) return new File(['a'], 'a.png', { type: 'image/png' });
  return new File(['a'], 'a.mka');
}

export interface Pressed {
  readonly lines: string[];
  /** Calls that were made on the way. */
  readonly calls: ReadonlySet<ConsoleCall>;
}

/** Opens a page and presses everything. */
export async function pressAll(scene: Scene): Promise<Pressed> {
  const wire = layWire(scene);
  part = scene.part ?? 'main';
  const open = async () => {
    cleanup();
    wire.isChanged = false;
    window.history.replaceState(null, '', `#/${scene.at}`);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });
    const app = createElement(QueryClientProvider, { client }, createElement(App));
    await act(async () => void render(createElement(I18nProvider, { locale: 'ko-KR', children: app })));
    await settle(wire);
  };
  await open();
  const lines = describePage();
  if (scene.isOnlyRead) {
    lines.push(`buttons: ${controls(pageOf(), scene.without).map(nameOf).join(', ')}`);
    cleanup();
    return { lines, calls: wire.calls };
  }
  const back = async () => {
    const isClosed = await closeDialogs(wire);
    const isHere = window.location.hash === `#/${scene.at}`;
    if (!isClosed || !isHere) await open();
  };

  const namesOf = () => controls(pageOf(), scene.without).map(nameOf);
  for (const [index, name] of namesOf().entries()) {
    const find = () => {
      const now = controls(pageOf(), scene.without);
      return nameOf(now[index] ?? pageOf()) === name ? now[index]! : now.find((one) => nameOf(one) === name);
    };
    // An act before may have left another page.
    if (!find()) await open();
    const button = find();
    if (!button) {
      lines.push(`press ${name}`, '  is gone');
      continue;
    }
    lines.push(`press ${name}`);
    const wasAt = window.location.hash;
    const sent = await doAct(
      () => act(async () => void fireEvent.click(button)),
      () => (button.isConnected ? button : controls(pageOf(), scene.without).find((one) => nameOf(one) === name)),
      wire,
    );
    lines.push(...sent);
    const menu = document.querySelector('[role="menu"]');
    if (menu) {
      const items = [...menu.querySelectorAll('[role="menuitem"]')].map(textOf);
      lines.push(`  offers: ${items.join(', ')}`);
      for (const [at, item] of items.entries()) {
        if (!document.querySelector('[role="menu"]')) {
          const opener = controls(pageOf(), scene.without).find((one) => nameOf(one) === name);
          if (!opener) break;
          await click(opener, wire);
        }
        const entry = document.querySelectorAll('[role="menu"] [role="menuitem"]')[at];
        if (!entry) break;
        lines.push(`  choose ${item}`);
        lines.push(...(await doAct(() => act(async () => void fireEvent.click(entry)), null, wire)));
        if (topDialog()) lines.push(...(await describeDialog(wire, scene)));
        await back();
      }
      await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
    } else if (topDialog()) lines.push(...(await describeDialog(wire, scene)));
    if (window.location.hash !== wasAt)
      lines.push(`  leads to ${withOrigins(decodeURIComponent(window.location.hash))}`);
    await back();
  }

  const forms = pageOf().querySelectorAll('form').length;
  for (let index = 0; index < forms; index += 1) {
    await open();
    const form = pageOf().querySelectorAll<HTMLElement>('form')[index];
    if (!form) continue;
    const before = fill(form, scene);
    await settle(wire);
    await chooseOption(wire);
    lines.push(
      `form ${[...form.querySelectorAll('button[type="submit"]')].map((one) => `${nameOf(one)}${isOff(one) ? ' (off)' : ''}`).join(', ')}`,
    );
    for (const field of before) lines.push(`    field: ${field}`);
    lines.push(
      ...(await doAct(
        sendForm(form),
        () => {
          const now = pageOf().querySelectorAll('form')[index];
          return now && submitOf(now);
        },
        wire,
      )),
    );
    if (topDialog()) lines.push(...(await describeDialog(wire, scene)));
    if (window.location.hash !== `#/${scene.at}`)
      lines.push(`  leads to ${withOrigins(decodeURIComponent(window.location.hash))}`);
    await back();
  }
  const files = pageOf().querySelectorAll('input[type="file"]').length;
  for (let index = 0; index < files; index += 1) {
    await open();
    const field = pageOf().querySelectorAll<HTMLInputElement>('input[type="file"]')[index];
    if (!field) continue;
    lines.push(`choose a file: ${field.accept.slice(0, 60)}`);
    const choose = () =>
      act(async () => {
        Object.defineProperty(field, 'files', { value: [fileFor(field)], configurable: true });
        fireEvent.change(field);
      });
    lines.push(...(await doAct(choose, null, wire)));
    if (topDialog()) lines.push(...(await describeDialog(wire, scene)));
    else {
      const before = namesOf();
      await choose();
      await settle(wire);
      const next = controls(pageOf(), scene.without)
        .filter((one) => !before.includes(nameOf(one)))
        .at(-1);
      if (next) {
        lines.push(`  then offers: ${nameOf(next)}`);
        lines.push(
          ...(await doAct(
            () => act(async () => void fireEvent.click(next)),
            () => (next.isConnected ? next : null),
            wire,
          )),
        );
      }
    }
    await back();
  }
  if (wire.unknown.length > 0) lines.push(`unknown calls: ${[...new Set(wire.unknown)].join(', ')}`);
  cleanup();
  return { lines, calls: wire.calls };
}
