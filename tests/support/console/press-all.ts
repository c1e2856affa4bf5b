import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createElement } from 'react';
import { I18nProvider } from 'react-aria-components';
import { App } from '#console/app.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { fileFor, fill, type FillOptions } from './fill.ts';
import {
  controls,
  describeDialog,
  describePage,
  groupsOf,
  isOff,
  labelOf,
  nameOf,
  pointsAtNothing,
  submitOf,
  textOf,
  topDialog,
} from './page.ts';
import { CONFLICT, layWire, REFUSAL, settle, tick, type Wire, type WireOptions } from './wire.ts';
import { withOrigins, type ConsoleCall } from './world.ts';

/*
 * Opens a page of the console, presses everything, and writes down what the page shows and sends. The wire is the test's:
 * it answers what `world.ts` makes, refuses each act once, and lets it pass at the second try.
 */

export interface Scene extends WireOptions, FillOptions {
  /** Address of the page, without the hash. */
  readonly at: string;
  /** Presses nothing, and tells which buttons there are. */
  readonly isOnlyRead?: boolean;
  /** Buttons that only open and close parts of the page, or files. */
  readonly without?: RegExp;
}

export const click = async (element: Element, wire: Wire) => {
  await act(async () => void fireEvent.click(element));
  await settle(wire);
};

const clickIfThere = async (element: Element | undefined, wire: Wire) => {
  if (element) await click(element, wire);
};

/** A line with the calls that read since the list was last emptied; none if the act led to another page, which reads its own. */
const readBy = (wire: Wire, wasAt: string, when: string): string[] => {
  const read = [...new Set(wire.read.splice(0))].sort();
  return read.length === 0 || window.location.hash !== wasAt ? [] : [`    ${when} reads: ${read.join(', ')}`];
};

const toastText = () => textOf(document.querySelector('.toasts'));

/**
 * Carries out an act, and tells what it sends and says: it is refused and pressed again before that answer, then done. An act that
 * sends a version meets somebody else's change in between.
 */
async function doAct(
  press: () => Promise<void>,
  again: (() => Element | null | undefined) | null,
  wire: Wire,
  reopen?: () => Promise<void>,
): Promise<string[]> {
  const lines: string[] = [];
  toast('');
  wire.written.length = 0;
  wire.isChanged = false;
  wire.fails = 'refused';
  let letGo = () => {};
  wire.held = new Promise((resolve) => (letGo = resolve));
  const wasAt = window.location.hash;
  await press();
  await act(tick);
  const second = again?.();
  if (wire.written.length === 1 && second) await act(async () => void fireEvent.click(second));
  await act(tick);
  wire.read.length = 0;
  wire.held = null;
  letGo();
  await settle(wire);
  wire.fails = null;
  const refused = wire.written.splice(0);
  if (refused.length === 0) return lines;
  const readAfterRefusal = readBy(wire, wasAt, 'if refused');
  lines.push(`    ${refused[0]}`);
  if (refused.length > 1) lines.push(`    sends at once: ${refused.slice(1).join(' and ')}`);
  if (!document.body.textContent.includes(REFUSAL)) lines.push('    says nothing of a refusal');
  lines.push(...readAfterRefusal);
  if (!again) return lines;
  if (reopen) {
    await reopen();
    if (topDialog()?.textContent.includes(REFUSAL)) lines.push('    when opened again: still says the refusal');
  }
  if (refused[0]!.includes('"version"') && again()) {
    wire.fails = 'changed';
    wire.read.length = 0;
    await click(again()!, wire);
    wire.fails = null;
    wire.written.length = 0;
    const compared = [
      ...(topDialog() ?? wire.page()).querySelectorAll('.comparison, [role="alert"] dl, table.comparison'),
    ].map(textOf);
    lines.push(
      `    if changed: ${compared.join(' / ') || (document.body.textContent.includes(CONFLICT) ? CONFLICT : 'nothing')}`.slice(
        0,
        400,
      ),
      ...readBy(wire, wasAt, 'if changed'),
    );
  }
  const control = again();
  if (!control) return [...lines, '    cannot be pressed again'];
  wire.read.length = 0;
  await click(control, wire);
  const readAfter = readBy(wire, wasAt, 'then');
  if (wire.written[0] !== refused[0]) lines.push(`    then: ${wire.written[0] ?? 'nothing'}`);
  for (const more of wire.written.slice(1)) lines.push(`    and then: ${more}`);
  if (toastText() !== '') lines.push(`    says: ${toastText()}`);
  return [...lines, ...readAfter];
}

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
      .filter((one) => one.type !== 'submit' && /^(?:그만두기|닫기|지금 상태로 두기|취소)$/.test(one.textContent))
      .at(-1);
    if (close) await click(close, wire);
    else {
      await act(async () => void fireEvent.keyDown(topDialog()!, { key: 'Escape' }));
      await settle(wire);
    }
  }
  return !topDialog();
}

/** The head, the fields and the verb of a dialog, by which a next step is known. */
const fieldsOf = (dialog: Element) =>
  [
    textOf(dialog.querySelector('[slot="title"], h2')),
    ...[...dialog.querySelectorAll('input, textarea, select')].map((one) => labelOf(one as HTMLInputElement)),
    textOf(submitOf(dialog)),
  ].join();

/** Tells what a dialog asks, fills it in and sends it, and the dialogs that follow. */
async function sendDialog(wire: Wire, scene: Scene, openAgain?: () => Promise<void>, step = 1): Promise<string[]> {
  let dialog = topDialog()!;
  const lines = [`  opens: ${textOf(dialog.querySelector('[slot="title"], h1, h2, h3'))}`];
  const said = [...dialog.querySelectorAll('.prose, .hint, dl, li')].map((one) => textOf(one)).filter(Boolean);
  if (said.length > 0) lines.push(`    reads: ${said.join(' / ').slice(0, 600)}`);
  lines.push(...pointsAtNothing(dialog).map((one) => `    ${one}`));
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
  const reopen = async () => {
    await closeDialogs(wire);
    await openAgain!();
    const again = topDialog();
    if (!again) return;
    dialog = again;
    fill(again.querySelector<HTMLElement>('form') ?? again, scene);
    await settle(wire);
    await chooseOption(wire);
  };
  lines.push(
    ...(await doAct(
      sendForm(form),
      () => {
        const open = topDialog();
        return open && submitOf(open);
      },
      wire,
      openAgain && reopen,
    )),
  );
  const next = topDialog();
  const isNext = next && step < 4 && next.querySelector('form') !== null && fieldsOf(next) !== fieldsBefore;
  if (isNext) lines.push(...(await sendDialog(wire, scene, undefined, step + 1)));
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

/** Takes the last entry of a list that a field has opened, or that stands beside it. */
async function chooseOption(wire: Wire): Promise<void> {
  const option = [...document.querySelectorAll('[role="option"]:not([aria-disabled="true"])')].at(-1);
  if (option) await click(option, wire);
}

export interface Pressed {
  readonly lines: string[];
  /** Calls that were made on the way. */
  readonly calls: ReadonlySet<ConsoleCall>;
}

/** Opens a page as after a reload. */
export async function openPage(
  scene: Scene,
  wire: Wire,
  prepare?: (client: QueryClient) => void,
): Promise<QueryClient> {
  cleanup();
  wire.isChanged = false;
  window.history.replaceState(null, '', `#/${scene.at}`);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });
  prepare?.(client);
  const app = createElement(QueryClientProvider, { client }, createElement(App));
  await act(async () => void render(createElement(I18nProvider, { locale: 'ko-KR', children: app })));
  await settle(wire);
  return client;
}

/** A row's dialog as text: opened alone, and opened after another row's dialog was filled in and closed. */
export interface AfterAnother {
  readonly name: string;
  readonly alone: string;
  readonly after: string;
}

/** Opens each dialog that several rows of a page have. */
export async function openOneAfterAnother(scene: Scene): Promise<AfterAnother[]> {
  const wire = layWire(scene);
  wire.fails = 'refused';
  const groups = () => groupsOf(wire.page(), scene.without, true).filter(({ length }) => length > 1);
  const show = async (index: number) => {
    wire.read.length = 0;
    await click(groups()[index]!.at(-1)!, wire);
    const dialog = topDialog();
    return dialog ? [describeDialog(dialog), ...wire.read].join('\n') : null;
  };
  await openPage(scene, wire, stopPolls);
  const found: AfterAnother[] = [];
  const names = groups().map((group) => nameOf(group.at(-1)!));
  for (const [index, name] of names.entries()) {
    await openPage(scene, wire, stopPolls);
    const alone = await show(index);
    if (alone === null) continue;
    await openPage(scene, wire, stopPolls);
    await click(groups()[index]![0]!, wire);
    const other = topDialog();
    if (!other) continue;
    fill(other.querySelector<HTMLElement>('form') ?? other, scene);
    await settle(wire);
    await closeDialogs(wire);
    found.push({ name, alone, after: (await show(index)) ?? 'no dialog' });
  }
  cleanup();
  return found;
}

/** Nothing is read again by the time, which depends on the machine. */
function stopPolls(client: QueryClient, more: object = {}): void {
  const usual = client.defaultQueryOptions.bind(client) as (options: object) => object;
  client.defaultQueryOptions = ((options: object) => ({ ...usual(options), refetchInterval: false, ...more })) as never;
}

/** Nor is it read again because it is old. */
const stopClock = (client: QueryClient) => stopPolls(client, { staleTime: Infinity });

/** Opens a page and presses everything. */
export async function pressAll(scene: Scene): Promise<Pressed> {
  const wire = layWire(scene);
  const open = () => openPage(scene, wire, stopClock);
  await open();
  const lines = describePage(wire.page());
  if (scene.isOnlyRead) {
    lines.push(`buttons: ${controls(wire.page(), scene.without).map(nameOf).join(', ')}`);
    cleanup();
    return { lines, calls: wire.calls };
  }
  const back = async () => {
    const isClosed = await closeDialogs(wire);
    const isHere = window.location.hash === `#/${scene.at}`;
    if (!isClosed || !isHere) await open();
  };

  const namesOf = () => controls(wire.page(), scene.without).map(nameOf);
  for (const [index, name] of namesOf().entries()) {
    const find = () => {
      const now = controls(wire.page(), scene.without);
      return nameOf(now[index] ?? wire.page()) === name ? now[index]! : now.find((one) => nameOf(one) === name);
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
      () => (button.isConnected ? button : controls(wire.page(), scene.without).find((one) => nameOf(one) === name)),
      wire,
    );
    lines.push(...sent);
    const menu = document.querySelector('[role="menu"]');
    if (menu) {
      const items = [...menu.querySelectorAll('[role="menuitem"]')].map(textOf);
      lines.push(`  offers: ${items.join(', ')}`);
      for (const [at, item] of items.entries()) {
        const entryOf = () => document.querySelectorAll('[role="menu"] [role="menuitem"]')[at];
        if (!entryOf()) await clickIfThere(find(), wire);
        const entry = entryOf();
        if (!entry) break;
        const openItem = async () => {
          await clickIfThere(find(), wire);
          await clickIfThere(entryOf(), wire);
        };
        lines.push(`  choose ${item}`);
        lines.push(...(await doAct(() => act(async () => void fireEvent.click(entry)), null, wire)));
        if (topDialog()) lines.push(...(await sendDialog(wire, scene, openItem)));
        await back();
      }
      await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
    } else if (topDialog()) lines.push(...(await sendDialog(wire, scene, () => clickIfThere(find(), wire))));
    if (window.location.hash !== wasAt)
      lines.push(`  leads to ${withOrigins(decodeURIComponent(window.location.hash))}`);
    await back();
  }

  const forms = wire.page().querySelectorAll('form').length;
  for (let index = 0; index < forms; index += 1) {
    await open();
    const form = wire.page().querySelectorAll<HTMLElement>('form')[index];
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
          const now = wire.page().querySelectorAll('form')[index];
          return now && submitOf(now);
        },
        wire,
      )),
    );
    if (topDialog()) lines.push(...(await sendDialog(wire, scene)));
    if (window.location.hash !== `#/${scene.at}`)
      lines.push(`  leads to ${withOrigins(decodeURIComponent(window.location.hash))}`);
    await back();
  }
  const files = wire.page().querySelectorAll('input[type="file"]').length;
  for (let index = 0; index < files; index += 1) {
    await open();
    const field = wire.page().querySelectorAll<HTMLInputElement>('input[type="file"]')[index];
    if (!field) continue;
    lines.push(`choose a file: ${field.accept.slice(0, 60)}`);
    const choose = () =>
      act(async () => {
        Object.defineProperty(field, 'files', { value: [fileFor(field)], configurable: true });
        fireEvent.change(field);
      });
    lines.push(...(await doAct(choose, null, wire)));
    if (topDialog()) lines.push(...(await sendDialog(wire, scene)));
    else {
      const before = namesOf();
      await choose();
      await settle(wire);
      const next = controls(wire.page(), scene.without)
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
