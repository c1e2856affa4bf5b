import { escapeHtml } from '../lib/html.ts';

export interface FieldSpec {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  /** The previous input; never for passwords. */
  value?: string;
  error?: string | undefined;
  hint?: string;
  /** The `autocomplete` token: `username`, `one-time-code` ... */
  autocomplete: string;
  inputmode?: 'text' | 'email' | 'numeric';
  isReadOnly?: boolean;
  isCode?: boolean;
  maximum?: number;
}

const attributes = (values: Record<string, string | number | boolean | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}="${escapeHtml(String(value))}"`))
    .join(' ');

/** An input with its label, hint and error, which screen readers read together. */
function field(spec: FieldSpec, isFocused: boolean): string {
  const { name, label, type = 'text', value, error, hint, isReadOnly = false, isCode = false } = spec;
  const described = [
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ];
  const input = attributes({
    id: name,
    name,
    type,
    value,
    class: isCode ? 'code' : undefined,
    autocomplete: spec.autocomplete,
    inputmode: spec.inputmode,
    autocapitalize: isCode ? 'characters' : 'none',
    autocorrect: 'off',
    spellcheck: 'false',
    maxlength: spec.maximum,
    required: true,
    readonly: isReadOnly,
    autofocus: isFocused,
    'aria-invalid': error === undefined ? undefined : 'true',
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  });
  return `<div class="field"><label for="${name}">${escapeHtml(label)}</label><input ${input}>${
    error === undefined ? '' : `<p class="error" id="${name}-error">${escapeHtml(error)}</p>`
  }${hint === undefined ? '' : `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`}</div>`;
}

/** Fields in order. The focus is on the first field with an error, else on the first empty one. */
function fieldsOf(specs: readonly FieldSpec[]): string {
  const wrong = specs.findIndex(({ error }) => error !== undefined);
  const empty = specs.findIndex(({ isReadOnly, value }) => !isReadOnly && !value);
  const focused = wrong >= 0 ? wrong : empty;
  return specs.map((spec, index) => field(spec, index === focused)).join('\n');
}

export interface ButtonSpec {
  label: string;
  isQuiet?: boolean;
  /** Sent with the form: `action=approve`. */
  action?: string;
}

const button = ({ label, isQuiet = false, action }: ButtonSpec) =>
  `<button ${attributes({ class: isQuiet ? 'quiet' : undefined, name: action && 'action', value: action })}>${escapeHtml(label)}</button>`;

export interface FormSpec {
  action: string;
  /** CSRF token of the form. */
  formToken: string;
  hidden?: Record<string, string>;
  fields?: readonly FieldSpec[];
  buttons: readonly ButtonSpec[];
}

const hiddenInput = ([name, value]: [string, string]) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

/** A POST form. Only the server validates it: browsers would show messages in their own language. */
export const form = ({ action, formToken, hidden = {}, fields = [], buttons }: FormSpec): string =>
  `<form method="post" action="${escapeHtml(action)}" novalidate>
${Object.entries({ form_token: formToken, ...hidden })
  .map(hiddenInput)
  .join('')}
${fieldsOf(fields)}
${buttons.map(button).join('\n')}
</form>`;

/** A GET form. */
export const askForm = (action: string, fields: readonly FieldSpec[], label: string): string =>
  `<form method="get" action="${action}" novalidate>
${fieldsOf(fields)}
${button({ label })}
</form>`;

/** A GET form for the code that a television shows. */
export const tvCodeForm = (action: string, hint: string, typed: string, error: string | undefined): string =>
  askForm(
    action,
    [
      {
        name: 'code',
        label: 'TV에 보이는 코드',
        value: typed,
        error,
        hint,
        autocomplete: 'off',
        inputmode: 'text',
        isCode: true,
        maximum: 40,
      },
    ],
    '다음',
  );

/** A form with one secondary button, such as "다른 계정으로 로그인". */
export const plainForm = (spec: Omit<FormSpec, 'fields' | 'buttons'> & { label: string }): string =>
  `<form method="post" action="${escapeHtml(spec.action)}">
${Object.entries({ form_token: spec.formToken, ...spec.hidden })
  .map(hiddenInput)
  .join('')}
<button class="plain">${escapeHtml(spec.label)}</button>
</form>`;

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** An error about the whole form; screen readers announce it. */
export const notice = (text: string | undefined): string =>
  text === undefined ? '' : `<p class="notice" role="alert">${escapeHtml(text)}</p>`;

/**
 * Break opportunities in an e-mail address before its separators; a break at the end of the line could leave one letter
 * alone.
 */
const EMAIL_BREAKS = /(?=[@.+])/;

const breakable = (text: string) =>
  text.includes('@') ? text.split(EMAIL_BREAKS).map(escapeHtml).join('<wbr>') : escapeHtml(text);

/**
 * A list of names and values. `bdi` isolates user-supplied values, so that they cannot change the direction of the text
 * around them.
 */
export const facts = (rows: readonly (readonly [name: string, value: string])[]): string =>
  `<dl>${rows
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd><bdi>${breakable(value)}</bdi></dd>`)
    .join('')}</dl>`;

export const links = (all: readonly (readonly [label: string, href: string])[]): string =>
  `<nav aria-label="다른 방법">${all
    .map(([label, href]) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`)
    .join('')}</nav>`;

export const buttonLink = (label: string, href: string): string =>
  `<a class="button" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
