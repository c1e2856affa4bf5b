import type { Locator, Page } from '@playwright/test';

type Role = 'button' | 'link' | 'menuitem' | 'checkbox' | 'textbox' | 'searchbox' | 'combobox' | 'spinbutton';

/** What an act has cost so far. */
export interface Count {
  /** Clicks, or presses of Enter and Space. */
  presses: number;
  /** Presses of Tab and of arrows, which only move the focus; none with a mouse. */
  moves: number;
  /** Fields that were filled in. */
  fields: number;
}

/** An operator's hand: works the console with one device alone, and counts. */
export interface Hand {
  readonly name: string;
  readonly count: Count;
  /** Opens a page by its name in the navigation. */
  go(page: string): Promise<void>;
  /** Presses a button, a link, a box, or an entry of a menu. */
  press(role: Role, name: string | RegExp, within?: Locator): Promise<void>;
  /** Writes into a field, which counts as a field and not as a press. */
  write(field: Locator, text: string): Promise<void>;
  /** Sends the form of the field that was filled in last. */
  send(button: string, within?: Locator): Promise<void>;
  /** Chooses an option of a list that a button opens. */
  choose(button: string | RegExp, option: string): Promise<void>;
  /** Chooses an option of a list that is open. */
  pick(option: Locator): Promise<void>;
  /** Chooses an option of the browser's own list. */
  select(field: Locator, value: string): Promise<void>;
  /** Chooses files, or a folder, in the browser's dialog that a button or a field opens. */
  files(control: Locator, paths: string | readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void>;
}

const newCount = (): Count => ({ presses: 0, moves: 0, fields: 0 });

const find = (page: Page, role: Role, name: string | RegExp, within?: Locator) =>
  (within ?? page).getByRole(role, { name, exact: typeof name === 'string' });

const optionOf = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

const chosenFiles = (paths: Parameters<Hand['files']>[1]) => (typeof paths === 'string' ? paths : [...paths]);

export function createMouse(page: Page): Hand {
  const count = newCount();
  const click = async (target: Locator) => {
    await target.click();
    count.presses += 1;
  };
  return {
    name: 'mouse',
    count,
    go: (place) =>
      click(page.getByRole('navigation', { name: '콘솔' }).getByRole('link', { name: new RegExp(`^${place}( |$)`) })),
    press: (role, name, within) => click(find(page, role, name, within)),
    async write(field, text) {
      count.fields += 1;
      await field.fill(text);
    },
    send: (button, within) => click(find(page, 'button', button, within)),
    async choose(button, option) {
      await click(find(page, 'button', button));
      await click(optionOf(page, option));
    },
    pick: click,
    async select(field, value) {
      // The browser draws its list outside of the page: opening and choosing.
      count.presses += 2;
      await field.selectOption(value);
    },
    async files(control, paths) {
      const isField = (await control.evaluate((element) => element.tagName)) === 'INPUT';
      // A hidden field is opened by its label.
      const target = isField ? page.locator(`label[for="${await control.getAttribute('id')}"]`) : control;
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(target)]);
      await chooser.setFiles(chosenFiles(paths));
    },
  };
}

/** Most presses of Tab from one element to any other. */
const MOST_TABS = 300;
const MOST_OPTIONS = 40;

export function createKeyboard(page: Page): Hand {
  const count = newCount();
  /**
   * Both halves of a press go to the browser together, as those of a click do: the test's own server may keep this
   * process busy for seconds in between, and a browser opens no dialog for files five seconds after the key went down.
   */
  const strike = (key: string) => Promise.all([page.keyboard.down(key), page.keyboard.up(key)]);
  const move = async (key: string) => {
    count.moves += 1;
    await strike(key);
  };
  const enter = async (key = 'Enter') => {
    count.presses += 1;
    await strike(key);
  };
  /** Presses Tab until the element has the focus. */
  const reach = async (target: Locator) => {
    await target.waitFor({ state: 'attached' });
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await isFocused(target)) return;
      await move('Tab');
    }
    throw new Error(`Tab does not reach ${String(target)}`);
  };
  /** Goes into the list by Tab and to the option by arrows. */
  const pick = async (option: Locator) => {
    await option.waitFor();
    const isInside = () => option.evaluate((element) => element.parentElement!.contains(document.activeElement));
    for (let tabs = 0; tabs < MOST_TABS && !(await isInside()); tabs += 1) await move('Tab');
    for (const key of ['ArrowDown', 'ArrowUp'])
      for (let moves = 0; moves < MOST_OPTIONS && !(await isFocused(option)); moves += 1) await move(key);
    await enter();
  };
  return {
    name: 'keyboard',
    count,
    async go(place) {
      await page.keyboard.press('Control+KeyK');
      count.presses += 1;
      const field = page.getByRole('searchbox', { name: '화면이나 작품' });
      await field.waitFor();
      await page.keyboard.type(place);
      await page.getByRole('menuitem', { name: place, exact: true }).first().waitFor();
      await enter();
    },
    async press(role, name, within) {
      const target = find(page, role, name, within);
      if (role === 'menuitem') {
        await target.waitFor();
        for (let moves = 0; moves < MOST_TABS && !(await isFocused(target)); moves += 1) await move('ArrowDown');
      } else await reach(target);
      await enter(role === 'checkbox' ? 'Space' : 'Enter');
    },
    async write(field, text) {
      await reach(field);
      count.fields += 1;
      await page.keyboard.press('Control+KeyA');
      await page.keyboard.type(text);
    },
    // Enter in a field sends its form.
    async send(button, within) {
      const isInField = await page.evaluate(() => document.activeElement?.tagName === 'INPUT');
      if (!isInField) await reach(find(page, 'button', button, within));
      await enter();
    },
    async choose(button, option) {
      await reach(find(page, 'button', button));
      await enter();
      await pick(optionOf(page, option));
    },
    pick,
    async select(field, value) {
      await reach(field);
      for (const key of ['ArrowDown', 'ArrowUp'])
        for (let moves = 0; moves < MOST_OPTIONS && (await field.inputValue()) !== value; moves += 1) await move(key);
    },
    async files(control, paths) {
      await reach(control);
      const isField = (await control.evaluate((element) => element.tagName)) === 'INPUT';
      const opened = page.waitForEvent('filechooser');
      // A key overtakes the page's order to hand the dialog to the test while the page is busy. An answer of the page
      // says that the order has arrived: otherwise the dialog opens for nobody.
      const [chooser] = await Promise.all([opened, isFocused(control).then(() => enter(isField ? 'Space' : 'Enter'))]);
      await chooser.setFiles(chosenFiles(paths));
    },
  };
}

/** One line of the table: an act, or its half. */
export interface CountedAct extends Count {
  act: string;
  /** Presses on the way to the place in which it happens. */
  way: number;
}

/** Prints what each act cost. Hangul takes two columns, so that names come last. */
export function printActs(hand: string, acts: readonly CountedAct[]): void {
  const lines = acts.map(
    ({ act, way, presses, moves, fields }) =>
      [way, presses, fields, moves].map((figure) => String(figure).padStart(7)).join('') + `  ${act}`,
  );
  console.log([`acts by ${hand}:`, '    way presses fields  moves  act', ...lines].join('\n'));
}
