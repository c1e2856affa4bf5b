import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api';

/** The voice guide's words for roles. */
const ROLES: Readonly<Record<string, string>> = {
  button: '버튼',
  switch: '스위치',
  radio: '라디오 버튼',
  slider: '슬라이더',
  spinbutton: '조절 단추',
  textbox: '입력란',
  status: '알림',
  alert: '경고',
  dialog: '대화상자',
  navigation: '탐색',
  main: '화면',
  group: '묶음',
  note: '글',
};

const CONTEXT =
  '[role=dialog], [role=navigation], [role=group][aria-label], [role=group][aria-labelledby], [role=radiogroup], main';
const LIVE = '[role=status], [role=alert], [aria-live]';

const states = (element: Element): string[] => {
  const is = (name: string, value = 'true') => element.getAttribute(`aria-${name}`) === value;
  const isSwitch = getRole(element) === 'switch';
  return [
    is('checked') ? (isSwitch ? '켜짐' : '선택됨') : is('checked', 'false') && (isSwitch ? '꺼짐' : '선택 안 됨'),
    is('pressed') ? '눌림' : is('pressed', 'false') && '눌리지 않음',
    is('current', 'page') && '현재 위치',
    is('disabled') && '사용할 수 없음',
    is('busy') && '처리 중',
    is('invalid') && '잘못됨',
  ].filter((state) => typeof state === 'string');
};

const roleOf = (element: Element) => {
  const role = getRole(element) ?? '';
  return ROLES[role] ?? `역할 없음(${role})`;
};

/** The spoken text of a focused element: name, role, value, state and description. */
const describe = (element: Element): string =>
  [
    computeAccessibleName(element) || '이름 없음',
    roleOf(element),
    element.getAttribute('aria-valuetext'),
    ...states(element),
    computeAccessibleDescription(element),
  ]
    .filter(Boolean)
    .join(', ');

const textOf = (element: Element): string => {
  const copy = element.cloneNode(true) as Element;
  copy.querySelectorAll('[aria-hidden=true]').forEach((hidden) => hidden.remove());
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
};

/** A live region speaks its text, else its label. */
const announcement = (region: Element): string => textOf(region) || (region.getAttribute('aria-label') ?? '');

export interface VoiceGuide {
  /** The lines spoken since the last call. */
  heard(): string[];
}

/**
 * Listens to a page as a screen reader does: the focused element with any newly entered groups, value changes of the
 * focused element, and live regions.
 */
export function listenToPage(document: Document): VoiceGuide {
  let said: Element | null = null;
  let saidText = '';
  let surroundings = new Set<Element>();
  const regions = new Map<Element, string>();

  const readRegions = (): string[] => {
    const lines: string[] = [];
    const now = Array.from(document.querySelectorAll(LIVE)).filter((region) => region !== document.activeElement);
    for (const region of regions.keys()) if (!now.includes(region)) regions.delete(region);
    for (const region of now) {
      const text = announcement(region);
      if (text !== '' && text !== regions.get(region)) lines.push(`  ${roleOf(region)}: ${text}`);
      regions.set(region, text);
    }
    return lines;
  };
  const readFocus = (): string[] => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return ['  (초점 없음)'];
    const around: Element[] = [];
    for (let at = focused.parentElement; at; at = at.parentElement) if (at.matches(CONTEXT)) around.unshift(at);
    const entered = around.filter((element) => !surroundings.has(element));
    surroundings = new Set(around);
    const text = describe(focused);
    const isSame = focused === said && text === saidText;
    said = focused;
    saidText = text;
    const where = entered.map((element) => `  ${computeAccessibleName(element) || '이름 없음'}, ${roleOf(element)}`);
    return isSame ? where : [...where, `  ${text}`];
  };

  return { heard: () => [...readRegions(), ...readFocus()] };
}
