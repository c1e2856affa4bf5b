import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readPictureCue } from '#contract/rules/picture-cue.ts';
import { cuesOf } from '#server/intake/pictures/picture-cues.ts';
import { readSup } from '#server/intake/pictures/read-sup.ts';
import { writePictures } from '#server/intake/pictures/write-pictures.ts';
import { launchPage } from '#tests/support/browser/cdp.ts';
import { type EngineName, findEngine } from '#tests/support/browser/engines.ts';
import { type DiscPicture, writeSup } from '#tests/support/media/disc-subtitles.ts';
import { median } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';

const FONT = join(import.meta.dirname, '../../node_modules/pretendard/dist/public/static/Pretendard-SemiBold.otf');
const WORDS = (
  '그래서 우리는 지금 여기까지 왔어 정말 모르겠어요 사람들이 그렇게 말하는 이유가 뭘까 내일 다시 이야기하자 괜찮아 걱정하지 마 아무도 너를 탓하지 않아 ' +
  '선생님 저는 처음부터 알고 있었습니다 그 아이가 돌아온다면 무슨 일이 있어도 약속할게 어제 본 하늘이 참 맑았지 시간이 없으니까 서둘러 문을 열어 줘'
).split(' ');
/** A film has 600 to 800. */
const CUES_AN_HOUR = [700, 800];
const MINUTES = 15;
const MOST_BYTES = 512_000;
const SLOWDOWN = 6;
/** In pixels, about. */
const OUTLINE = 6;
const TIMES = 5;

/** The same words on each run. */
let seed = 7;
const random = (below: number) => ((seed = (seed * 16_807) % 2_147_483_647) >> 4) % below;
const line = () => Array.from({ length: 2 + random(4) }, () => WORDS[random(WORDS.length)]).join(' ');

/** White letters of a disc in HD with a black outline. */
async function drawn(lines: readonly string[]): Promise<DiscPicture> {
  const text = {
    text: lines.join('\n'),
    font: 'Pretendard SemiBold 40',
    fontfile: FONT,
    dpi: 96,
    align: 'center',
  } as const;
  const mask = await sharp({ text })
    .extractChannel(0)
    .extend({ ...{ top: OUTLINE, bottom: OUTLINE, left: OUTLINE, right: OUTLINE }, background: '#000' })
    .png()
    .toBuffer();
  const pixels = (blur: number) =>
    (blur > 0 ? sharp(mask).blur(blur) : sharp(mask)).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const [{ data: fill, info }, { data: around }] = [await pixels(0), await pixels(OUTLINE / 2)];
  const { width, height } = info;
  const at = (x: number, y: number) => {
    const [inside, near] = [fill[y * width + x] ?? 0, around[y * width + x] ?? 0];
    return inside >= 170 ? 1 : inside >= 85 ? 3 : near >= 16 ? 2 : 0;
  };
  return { x: Math.round((1920 - width) / 2), y: 1020 - height, width, height, at };
}

async function dialogue(cuesAnHour: number): Promise<Buffer> {
  const step = 3600 / cuesAnHour;
  const states = [];
  for (let index = 0; index < (cuesAnHour * MINUTES) / 60; index += 1) {
    const picture = await drawn(random(100) < 35 ? [line(), line()] : [line()]);
    states.push({ seconds: index * step, pictures: [picture] }, { seconds: (index + 0.8) * step, pictures: [] });
  }
  const [white, black, grey] = [
    [235, 128, 128, 255],
    [16, 128, 128, 255],
    [126, 128, 128, 255],
  ] as const;
  return writeSup(states.map((state) => ({ ...state, colors: [white, black, grey] })));
}

/** The time in ms from the address of a sheet to its first cue on the screen, the median of some. */
async function shownAfter(engine: EngineName, sheet: Buffer, vtt: string): Promise<number> {
  const choice = await findEngine(engine);
  if (!choice) throw new Error(`Chromium ${engine} does not run here`);
  const page = await launchPage(choice);
  try {
    await page.goto('about:blank');
    await page.throttle(SLOWDOWN);
    const cell = vtt.split('\n').flatMap((one) => readPictureCue(one) ?? [])[0]!;
    await page.evaluate(`void (window.__sheet = new Blob(
      [Uint8Array.from(atob('${sheet.toString('base64')}'), function (one) { return one.charCodeAt(0); })],
      { type: 'image/webp' },
    ))`);
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1)
      times.push(
        await page.evaluate<number>(`(function () {
          // Another address each time, or the browser has it.
          var address = URL.createObjectURL(window.__sheet), begin = performance.now(), image = new Image();
          image.src = address;
          return image.decode().then(function () {
            var box = document.createElement('div');
            box.style.width = '${cell.width}px';
            box.style.height = '${cell.height}px';
            box.style.background = 'url("' + address + '") -${cell.x}px -${cell.y}px';
            document.body.textContent = '';
            document.body.appendChild(box);
            return new Promise(function (resolve) {
              requestAnimationFrame(function () {
                setTimeout(function () { resolve(performance.now() - begin); });
              });
            });
          });
        })()`),
      );
    return median(times);
  } finally {
    await page.close();
  }
}

/** Subtitles of a disc with dense dialogue: bytes an hour, and how long a slow set works for a sheet. */
export async function measureDiscs(figures: Figure[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bora-bench-discs-'));
  try {
    for (const cues of CUES_AN_HOUR) {
      seed = 7;
      const sup = await dialogue(cues);
      const written = await writePictures({
        cues: () => cuesOf(readSup(sup, () => undefined)),
        film: { width: 1920, height: 1080, aspect: 16 / 9 },
        ...{ seconds: MINUTES * 60, folder, name: `disc-${cues}` },
      });
      const bytes = (written!.bytes * 60) / MINUTES;
      figures.push({
        what: `picture subtitles, ${cues} cues an hour: bytes an hour`,
        figure: `${Math.round(bytes / 1000)} kB`,
        target: `<= ${MOST_BYTES / 1000} kB`,
        isMet: bytes <= MOST_BYTES,
      });
      if (cues !== CUES_AN_HOUR[0]) continue;
      const sheet = readFileSync(join(folder, written!.sheets[0]!));
      for (const engine of ['current', '69'] as const)
        figures.push({
          what: `  ${engine}, ${SLOWDOWN}x: a sheet from its bytes to its first cue on the screen`,
          figure: `${Math.round(await shownAfter(engine, sheet, written!.all))} ms`,
          target: '',
        });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
