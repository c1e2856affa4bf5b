import type { SetKind } from '#platform/set-kind.ts';
import type { TizenControls } from '#tests/support/browser/tizen-globals.ts';
import type { WebosControls } from '#tests/support/browser/webos-globals.ts';

type Controls = TizenControls | WebosControls;

declare global {
  interface Window {
    /** The controls of the imitated set, if any. */
    __television?: Controls;
  }
}

/** Sign, label, and the key code on Tizen and on webOS; null where that remote lacks the key. */
/** Sign, name and code; null where a set's remote has no such key. */
const BUTTONS: readonly (readonly [string, string, number | Readonly<Record<SetKind, number | null>>])[] = [
  ['↑', '위', 38],
  ['←', '왼쪽', 37],
  ['OK', '확인', 13],
  ['→', '오른쪽', 39],
  ['↓', '아래', 40],
  ['↩', '뒤로', { tizen: 10009, webos: 461 }],
  ['▶∥', '재생/일시정지', { tizen: 10252, webos: null }],
  ['«', '되감기', 412],
  ['»', '빨리 감기', 417],
  ['■', '정지', 413],
];

const STYLE = `
  .remote { position: fixed; right: 12px; bottom: 12px; z-index: 2147483647; display: grid; padding: 8px;
    grid-template-columns: repeat(5, 40px); grid-gap: 4px; border-radius: 12px; background: rgba(16, 16, 21, 0.85); }
  .remote button { height: 36px; border: 1px solid #3b3b46; border-radius: 8px; color: #fff; background: #292932;
    font: 16px sans-serif; }
  .remote button:hover { background: #4e25a6; }
  .remote .wide { grid-column: span 5; font-size: 13px; }`;

function addButton(remote: HTMLElement, sign: string, name: string, press: () => void): HTMLButtonElement {
  const button = remote.ownerDocument.createElement('button');
  button.textContent = sign;
  button.title = name;
  button.tabIndex = -1;
  // Prevent focus: the app must keep it.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', press);
  remote.appendChild(button);
  return button;
}

/** Draws a remote for the mouse in the corner of the page. */
export function showRemote(document: Document, set: Controls): void {
  const show = () => {
    const style = document.createElement('style');
    style.textContent = STYLE;
    document.head.appendChild(style);
    const remote = document.createElement('div');
    remote.className = 'remote';
    remote.setAttribute('aria-hidden', 'true');
    for (const [sign, name, codes] of BUTTONS) {
      const code = typeof codes === 'number' ? codes : codes[set.kind];
      if (code !== null) addButton(remote, sign, name, () => set.press(code));
    }
    let isHidden = false;
    const away = addButton(remote, '다른 앱으로', '앱을 가리거나 되돌려요', () => {
      isHidden = !isHidden;
      set.setHidden(isHidden);
      away.textContent = isHidden ? '보라로 돌아오기' : '다른 앱으로';
    });
    away.className = 'wide';
    document.body.appendChild(remote);
  };
  if (document.body) show();
  else document.addEventListener('DOMContentLoaded', show);
}
