import { withOrigins } from './world.ts';

/* Reads a page of the console as an operator does: names, labels, buttons, tables and links, as text. */

export const textOf = (element: Element | null | undefined) =>
  withOrigins((element?.textContent ?? '').replace(/\s+/g, ' ').trim());
export const nameOf = (element: Element) => {
  const label = element.getAttribute('aria-label');
  return label === null ? textOf(element) : withOrigins(label);
};
export const isOff = (button: Element) =>
  button.hasAttribute('disabled') ||
  button.getAttribute('aria-disabled') === 'true' ||
  button.getAttribute('data-disabled') === 'true';
const dialogs = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].filter(
    (one) => !one.closest('.popover'),
  );
export const topDialog = () => dialogs().at(-1);

export const labelOf = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
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

export const submitOf = (form: Element) =>
  form.querySelector<HTMLElement>('button[type="submit"]') ??
  form.querySelector<HTMLElement>('button.primary, button.danger');

/** The page's buttons, by their verb in a table or a part. Where each row's button has the row's name, by their column. */
export function groupsOf(main: Element, without: RegExp | undefined, isByColumn = false): HTMLElement[][] {
  const groups = new Map<string, HTMLElement[]>();
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
    const label = button.getAttribute('aria-label');
    const column = button.closest('td, th') as HTMLTableCellElement | null;
    const isOfRow = isByColumn && label === null && column !== null;
    const said = label === null || verb !== '' ? verb : nameOf(button).split(' ').at(-1);
    const key = `${parents.indexOf(group)} ${isOfRow ? `column ${column.cellIndex}` : said}`;
    groups.set(key, [...(groups.get(key) ?? []), button]);
  }
  return [...groups.values()];
}

/** The last button of each verb. */
export const controls = (main: Element, without: RegExp | undefined): HTMLElement[] =>
  groupsOf(main, without).map((group) => group.at(-1)!);

/** Attributes that name an element by an id that the page lacks: a screen reader says no hint or no name then. */
export const pointsAtNothing = (root: Element): string[] =>
  ['aria-describedby', 'aria-labelledby', 'for'].flatMap((attribute) =>
    // A label of its own stands in for a missing element.
    [...root.querySelectorAll(`[${attribute}]${attribute === 'aria-labelledby' ? ':not([aria-label])' : ''}`)]
      .filter((one) =>
        one
          .getAttribute(attribute)!
          .split(' ')
          .some((id) => !document.getElementById(id)),
      )
      .map((one) => `${attribute} of ${labelOf(one as HTMLInputElement) || nameOf(one)} points at nothing`),
  );

/** Text of a dialog, and the values of its fields. */
export const describeDialog = (dialog: Element): string =>
  [
    textOf(dialog),
    ...[...dialog.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, textarea, select')].map(
      (field) =>
        `${labelOf(field)} = ${field.type === 'checkbox' || field.type === 'radio' ? (field as HTMLInputElement).checked : withOrigins(field.value)}`,
    ),
  ].join('\n');

/** Lines for a page's record: its title, tables, facts and links, and the attributes that point at nothing. */
export function describePage(page: Element): string[] {
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
  lines.push(...pointsAtNothing(page));
  const links = [...page.querySelectorAll('a[href]')].filter((link) => !link.closest('table'));
  for (const link of links)
    lines.push(`link ${nameOf(link)} -> ${withOrigins(decodeURIComponent(link.getAttribute('href')!))}`);
  return lines;
}
