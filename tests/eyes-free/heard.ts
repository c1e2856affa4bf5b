/* What a listener makes of spoken lines. Nothing here reads the page. */

/** Roles of surroundings, which the voice guide speaks on entry. */
const SURROUNDINGS = ['화면', '대화상자', '탐색', '묶음'];
const LIVE = /^(알림|경고|입력란|역할 없음\([^)]*\)): (.*)$/;
const ROLES = ['버튼', '스위치', '라디오 버튼', '슬라이더', '조절 단추', '입력란', '글'];
const ORDINAL = /^([\d,]+)개 중 ([\d,]+)번째$/;

/** Position in a list: `of` elements, this one at `at`, counted from 1. */
export interface Ordinal {
  readonly at: number;
  readonly of: number;
}

/** The spoken words for the focused element. */
export interface Focus {
  /** The first words: what the element is called. */
  readonly name: string;
  readonly role: string;
  readonly ordinal: Ordinal | null;
  /** The whole line. */
  readonly line: string;
}

export interface Surrounding {
  readonly name: string;
  readonly role: string;
}

export interface Heard {
  readonly entered: readonly Surrounding[];
  readonly live: readonly string[];
  readonly focus: Focus | null;
}

const countOf = (text: string) => Number(text.replaceAll(',', ''));

function readFocus(line: string): Focus {
  const parts = line.split(', ');
  const ordinals = parts.flatMap((part) => {
    const [, of, at] = ORDINAL.exec(part) ?? [];
    return of && at ? [{ at: countOf(at), of: countOf(of) }] : [];
  });
  const role = parts.filter((part) => ROLES.includes(part)).at(-1) ?? '';
  return { name: parts[0] ?? '', role, ordinal: ordinals.at(-1) ?? null, line };
}

/** Sorts the lines of one moment. */
export function understand(lines: readonly string[]): Heard {
  const entered: Surrounding[] = [];
  const live: string[] = [];
  let focus: Focus | null = null;
  for (const spoken of lines) {
    const line = spoken.trim();
    const said = LIVE.exec(line);
    const [, name, role] = /^(.*), ([^,]+)$/.exec(line) ?? [];
    if (said) live.push(said[2] ?? '');
    else if (name !== undefined && role !== undefined && SURROUNDINGS.includes(role)) entered.push({ name, role });
    else if (line !== '(초점 없음)') focus = readFocus(line);
  }
  return { entered, live, focus };
}

/** Whether words were spoken: `|` separates alternatives, `…` stands for anything between two parts. */
export function says(line: string, words: string): boolean {
  return words.split('|').some((alternative) => {
    let from = 0;
    return alternative.split('…').every((part) => {
      const at = line.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  });
}
