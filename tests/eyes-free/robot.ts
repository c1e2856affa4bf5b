import type { RemoteKey } from '#platform/platform.ts';
import { says, understand, type Focus, type Heard } from './heard.ts';
import { keyWords } from './letters.ts';
import {
  ARROWS,
  changesValue,
  isTried,
  learnWay,
  spotId,
  walks,
  type Arrow,
  type Memory,
  type Spot,
} from './memory.ts';
import type { Step } from './tasks.ts';

/** The only connection between the robot and the television. */
export interface Television {
  /** Presses a key, waits until nothing more happens, and returns the lines spoken until then. */
  press(key: RemoteKey): Promise<readonly string[]>;
  /** Holds OK. */
  hold(): Promise<readonly string[]>;
  /** Does on a phone what the television asks for. */
  usePhone(): Promise<void>;
  /** Waits for one more spoken line. */
  listen(): Promise<readonly string[]>;
}

export interface RobotOptions {
  readonly television: Television;
  readonly memory: Memory;
  /**
   * `explore`: tries arrows that it does not know yet until it hears what it looks for. `survey`: also tries all arrows
   * that could be part of a shorter way. `remember`: presses only keys whose effect it heard before.
   */
  readonly mode: 'explore' | 'survey' | 'remember';
}

/** Limit of presses for one element. */
const MOST_PRESSES = 600;
/** Limit of waiting for words that must follow a step. */
const MOST_WAITS = 15;
/** Cost of a press away from the start of a search, compared with a press on the way. */
const DEPTH = 0.7;
/** Elements of a long row after which walking on costs more and more. */
const LONG = 4;

export function createRobot({ television, memory, mode }: RobotOptions) {
  let presses = 0;
  /** Screen, and the dialogs in it. */
  let places: string[] = [];
  let group = '';
  let lastArrow: Arrow | null = null;
  let groupOf = 0;
  let here: Spot | null = null;
  const story: string[] = [];
  /** Live lines and focused lines since the start of the step, for `hear`. */
  let recent: string[] = [];

  const place = () => places.at(-1) ?? '';
  const at = (): Spot => here ?? fail('nothing has the focus');
  const fail = (what: string): never => {
    throw new Error([what, ...story.slice(-30)].join('\n  '));
  };

  function know(focus: Focus): Spot {
    const idIn = (name: string) => spotId(name, focus);
    // A closed dialog is not spoken; words that are known from outside are.
    if (!memory.spots.has(idIn(place()))) {
      const outer = places.filter((name) => memory.spots.has(idIn(name))).at(-1);
      if (outer !== undefined) places = places.slice(0, places.indexOf(outer) + 1);
    }
    const id = idIn(place());
    // A screen may be named after it was entered: then the words of the element alone tell where one is.
    const sounding = [...memory.spots.values()].filter((spot) => spot.id.endsWith(spotId('', focus)));
    const known = memory.spots.get(id) ?? (mode === 'remember' && sounding.length === 1 ? sounding[0] : undefined);
    if (known) {
      known.focus = focus;
      return known;
    }
    const spot: Spot = { id, place: place(), group, focus, ways: new Map() };
    memory.spots.set(id, spot);
    return spot;
  }

  function take(key: string, lines: readonly string[]): Heard {
    const heard = understand(lines);
    if (lines.length > 0 || key !== '…') story.push(`[${key}] ${lines.map((line) => line.trim()).join(' / ')}`);
    recent.push(...lines);
    for (const { name, role } of heard.entered) {
      if (role === '화면') places = [name];
      else if (role === '대화상자') places = [...places, name];
      group = role === '화면' || role === '대화상자' ? '' : name;
      groupOf = 0;
    }
    if (heard.focus) {
      const of = heard.focus.ordinal?.of ?? 0;
      if (groupOf === 0) groupOf = of;
      // Leaving a group is not spoken; another number of elements tells.
      else if (of !== groupOf) [group, groupOf] = ['', of];
      here = know(heard.focus);
    }
    return heard;
  }

  async function go(arrow: Arrow): Promise<void> {
    const from = at();
    lastArrow = arrow;
    presses += 1;
    if (presses > MOST_PRESSES) fail('too many presses');
    take(arrow, await television.press(arrow));
    learnWay(memory, from.id, arrow, at().id);
  }

  /** Cost of trying an arrow, in presses: what lists and roles tell about it. */
  function doubt(spot: Spot, arrow: Arrow): number {
    const { ordinal } = spot.focus;
    if (changesValue(spot.focus, arrow)) return Infinity;
    let cost = 0;
    const siblings = [...memory.spots.values()].filter(
      (other) =>
        other !== spot &&
        other.place === spot.place &&
        other.focus.ordinal?.of === ordinal?.of &&
        other.group === spot.group,
    );
    const isAlong = (other: Spot) => {
      const to = memory.spots.get(other.ways.get(arrow)?.to ?? '');
      return to !== undefined && to !== other && siblings.concat(spot).includes(to);
    };
    if (ordinal && ordinal.of > 1) {
      const axis = siblings.some(isAlong);
      // The end of a list.
      if (axis && (ordinal.at === 1 || ordinal.at === ordinal.of)) cost += 2;
      // Across a list: another element of it has answered already.
      if (!axis && siblings.some((other) => isTried(other, arrow))) cost += 5;
      // Far into a long row.
      if (axis) cost += Math.max(0, Math.min(ordinal.at, ordinal.of - ordinal.at) - LONG);
    }
    return cost;
  }

  /** The arrows to the best arrow that was not tried, and that arrow. */
  function frontier(start: string): readonly Arrow[] | null {
    // Far from the start of the search counts too: a listener tries all arrows there before walking away.
    const depths = new Map([...walks(memory, start)].map(({ spot, arrows }) => [spot, arrows.length]));
    let best: { cost: number; arrows: readonly Arrow[] } = { cost: Infinity, arrows: [] };
    for (const { spot, arrows } of walks(memory, at().id)) {
      if (spot.place !== at().place || arrows.length >= best.cost) continue;
      for (const arrow of ARROWS) {
        if (isTried(spot, arrow)) continue;
        const isAtStart = spot.id === start;
        // Buttons that belong to an element are rarely in the same list as the element.
        const isOnward = isAtStart && spot.focus.ordinal !== null && arrow === lastArrow;
        const cost = isAtStart
          ? doubt(spot, arrow) + (isOnward ? arrows.length + 1 : 0)
          : arrows.length + doubt(spot, arrow) + (depths.get(spot) ?? 0) * DEPTH;
        if (cost < best.cost) best = { cost, arrows: [...arrows, arrow] };
      }
    }
    return best.cost === Infinity ? null : best.arrows;
  }

  /** Walks while it hears what it expects. */
  async function walk(arrows: readonly Arrow[]): Promise<void> {
    for (const arrow of arrows) {
      const expected = at().ways.get(arrow)?.to;
      await go(arrow);
      if (expected !== undefined && at().id !== expected) return;
    }
  }

  const known = (isIt: (spot: Spot) => boolean) => {
    for (const { spot, arrows } of walks(memory, at().id)) if (spot.place === at().place && isIt(spot)) return arrows;
    return null;
  };

  /** Moves the focus to what sounds like this. */
  async function find(isIt: (spot: Spot) => boolean, what: string, hasSurveyed = false): Promise<void> {
    const start = at().id;
    for (let tries = 0; !isIt(at()); tries += 1) {
      if (tries > MOST_PRESSES) fail(`lost on the way to ${what}`);
      const way = known(isIt);
      if (way) {
        await walk(way);
        continue;
      }
      if (mode === 'remember') fail(`at "${at().focus.line}": never heard a way to ${what}`);
      await walk(frontier(start) ?? fail(`${what} is nowhere`));
    }
    if (mode !== 'survey' || hasSurveyed) return;
    await surveyFrom(start, isIt);
    await find(isIt, what, true);
  }

  /** Tries every arrow that could be part of a shorter way from `start`, and returns to the nearest match. */
  async function surveyFrom(start: string, isIt: (spot: Spot) => boolean): Promise<void> {
    const shortest = () => {
      for (const { spot, arrows } of walks(memory, start)) if (isIt(spot)) return arrows.length;
      return Infinity;
    };
    for (;;) {
      const least = shortest();
      let open: Spot | null = null;
      for (const { spot, arrows } of walks(memory, start))
        if (
          arrows.length < least - 1 &&
          ARROWS.some((arrow) => !isTried(spot, arrow) && !changesValue(spot.focus, arrow))
        ) {
          open = spot;
          break;
        }
      if (!open) break;
      const { id } = open;
      const way = known((spot) => spot.id === id);
      const arrow = ARROWS.find((each) => !isTried(open, each) && !changesValue(open.focus, each));
      if (!way || !arrow) break;
      await walk([...way, arrow]);
    }
    surveyed += shortest();
  }
  let surveyed = 0;

  async function ok(): Promise<void> {
    presses += 1;
    surveyed += 1;
    take('ok', await television.press('ok'));
  }

  async function waitFor(words: string): Promise<void> {
    for (let tries = 0; !recent.some((line) => says(line, words)); tries += 1) {
      if (tries > MOST_WAITS) fail(`"${words}" was not heard`);
      take('…', await television.listen());
    }
  }

  const named = (words: string, where?: string) => (spot: Spot) =>
    says(spot.focus.line, words) && (where === undefined || says(`${spot.group} ${spot.place}`, where));

  /** Tries all arrows on the keys of a keyboard, which are no list: a newcomer looks around before typing. */
  async function learnKeys(): Promise<void> {
    const isKey = ({ place: name, focus }: Spot) =>
      name === at().place && focus.role === '버튼' && focus.ordinal === null;
    for (;;) {
      const way = known((spot) => isKey(spot) && ARROWS.some((arrow) => !isTried(spot, arrow)));
      if (!way) return;
      await walk(way);
      const arrow = ARROWS.find((each) => !isTried(at(), each));
      if (isKey(at()) && arrow) await go(arrow);
    }
  }

  /** Types on the keyboard on the screen, letter by letter. */
  async function type(text: string): Promise<void> {
    if (mode !== 'remember') await learnKeys();
    for (const character of text) {
      const words = keyWords(character);
      await find(({ focus }) => focus.role === '버튼' && words.includes(focus.name), words[0] ?? '');
      await ok();
    }
  }

  /** Changes a value with left and right until it sounds right. */
  async function set(name: string, value: string): Promise<void> {
    await find((spot) => says(spot.focus.line, name) && changesValue(spot.focus, 'left'), name);
    for (const arrow of ['right', 'left'] as const)
      for (let before = ''; before !== at().focus.line && !says(at().focus.line, value);) {
        before = at().focus.line;
        presses += 1;
        surveyed += 1;
        take(arrow, await television.press(arrow));
      }
    if (!says(at().focus.line, value)) fail(`${name} never became ${value}`);
  }

  return {
    presses: () => presses,
    /** Presses of the shortest way, after a survey. */
    surveyed: () => surveyed,
    story: () => story,
    /** Hears what is spoken before any press. */
    begin: (lines: readonly string[]) => void take('start', lines),
    async do(step: Step): Promise<void> {
      recent = here ? [here.focus.line] : [];
      if ('choose' in step) {
        await find(named(step.choose, step.in), step.choose);
        recent = [];
        await ok();
      } else if ('reach' in step) {
        await find(named(step.reach, step.in), step.reach);
      } else if ('menu' in step) {
        await find(named(step.menu, step.in), step.menu);
        if (!says(at().focus.line, '길게 누르면')) fail(`"${at().focus.line}" does not say that it can be held`);
        presses += 1;
        surveyed += 1;
        take('hold', await television.hold());
      } else if ('type' in step) {
        await type(step.type);
      } else if ('set' in step) {
        await set(step.set, step.to);
      } else if ('phone' in step) {
        await television.usePhone();
      } else {
        presses += 1;
        surveyed += 1;
        take('back', await television.press('back'));
      }
      if (step.hear !== undefined) await waitFor(step.hear);
    },
  };
}
