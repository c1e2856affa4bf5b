import { File } from 'node:buffer';
import { fireEvent } from '@testing-library/react';
import { labelOf, textOf } from './page.ts';
import { withOrigins } from './world.ts';

export interface FillOptions {
  /** Texts for the fields whose labels contain these words. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Fields that stay as they are. */
  readonly untouched?: RegExp;
}

/** Something of its own for the field with this number, of the kind that the field takes. */
function valueFor(
  { maxLength, placeholder, type, inputMode, value }: HTMLInputElement,
  { label, number, typed }: { label: string; number: number; typed: Readonly<Record<string, string>> },
): string {
  const given = Object.entries(typed).find(([words]) => label.includes(words))?.[1];
  if (given !== undefined) return given;
  const day = `2027-01-${String(10 + (number % 18))}`;
  if (placeholder === '연-월-일 시:분') return `${day} 10:00`;
  if (placeholder === '연-월-일') return day;
  if (/주소/.test(label) && !/이메일/.test(label)) return `https://typed-${number}.example/`;
  if (/가격/.test(label)) return String(1200 + number);
  if (type === 'number' || /^(?:numeric|decimal)$/.test(inputMode) || /^\d+$/.test(value)) return String(20 + number);
  if (type === 'email' || /이메일/.test(label)) return `typed.${number}@bora.example`;
  return `(${label})`.slice(0, maxLength > 0 ? maxLength : 400);
}

/** Writes something of its own into each field. @returns what the fields held before */
export function fill(form: HTMLElement, { typed = {}, untouched }: FillOptions): string[] {
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
      const value = valueFor(input, { label, number, typed });
      // A list of suggestions opens for a field that has the focus.
      const isSearch = input.getAttribute('role') === 'combobox';
      if (isSearch) input.focus();
      fireEvent.change(input, { target: { value } });
      if (!isSearch) fireEvent.blur(input);
    }
  }
  return before;
}

/** A file of the kind that a field takes. */
export function fileFor({ accept }: HTMLInputElement) {
  if (/csv/.test(accept)) return new File(['email,name\n'], 'people.csv', { type: 'text/csv' });
  if (/srt|vtt/.test(accept)) return new File(['1\n00:00:01,000 --> 00:00:02,000\nhi\n'], 'lines.srt');
  if (/image|png|webp/.test(accept)) return new File(['a'], 'a.png', { type: 'image/png' });
  return new File(['a'], 'a.mka');
}
