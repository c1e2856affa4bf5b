import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { readPictureCue } from '#contract/rules/picture-cue.ts';
import { cuesOf } from '#server/intake/pictures/picture-cues.ts';
import { readSup } from '#server/intake/pictures/read-sup.ts';
import { writePictures } from '#server/intake/pictures/write-pictures.ts';
import { BROWSER_ARGS, findBrowser } from '#tests/support/browser/browser.ts';
import { type DiscPicture, writeSup } from '#tests/support/media/disc-subtitles.ts';
import { slowDown } from '#tests/support/slow-processor.ts';
import type { Figure } from '../lib/table.ts';

const FONT = join(import.meta.dirname, '../../node_modules/pretendard/dist/public/static/Pretendard-SemiBold.otf');
const WORDS = (
  '그래서 우리는 지금 여기까지 왔어 정말 모르겠어요 사람들이 그렇게 말하는 이유가 뭘까 내일 다시 이야기하자 괜찮아 걱정하지 마 아무도 너를 탓하지 않아 ' +
  '선생님 저는 처음부터 알고 있었습니다 그 아이가 돌아온다면 무슨 일이 있어도 약속할게 어제 본 하늘이 참 맑았지 시간이 없으니까 서둘러 문을 열어 줘'
).split(' ');
/** A film has 600 to 800. */
const CUES_AN_HOUR = 800;
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

async function dialogue(): Promise<Buffer> {
  const step = 3600 / CUES_AN_HOUR;
  const states = [];
  for (let index = 0; index < (CUES_AN_HOUR * MINUTES) / 60; index += 1) {
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
async function shownAfter(sheet: Buffer, vtt: string): Promise<number> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: BROWSER_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await slowDown(page, SLOWDOWN);
    const cell = vtt.split('\n').flatMap((one) => readPictureCue(one) ?? [])[0]!;
    const url = `data:image/webp;base64,${sheet.toString('base64')}`;
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1)
      times.push(
        await page.evaluate(
          async ({ address, x, y, width, height }) => {
            const begin = performance.now();
            const image = new Image();
            image.src = address;
            await image.decode();
            const box = document.createElement('div');
            Object.assign(box.style, { width: `${width}px`, height: `${height}px` });
            box.style.background = `url("${address}") -${x}px -${y}px`;
            document.body.replaceChildren(box);
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            return performance.now() - begin;
          },
          // Another address each time, or the browser has it.
          { address: `${url}#${turn}`, ...cell },
        ),
      );
    return times.sort((one, other) => one - other)[Math.floor(TIMES / 2)]!;
  } finally {
    await browser.close();
  }
}

/** Subtitles of a disc with dense dialogue: bytes an hour, and how long a slow set works for a sheet. */
export async function measureDiscs(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bora-bench-discs-'));
  try {
    const sup = await dialogue();
    const written = await writePictures({
      cues: () => cuesOf(readSup(sup, () => undefined)),
      film: { width: 1920, height: 1080, aspect: 16 / 9 },
      ...{ seconds: MINUTES * 60, folder, name: 'disc' },
    });
    const bytes = (written!.bytes * 60) / MINUTES;
    const ms = await shownAfter(readFileSync(join(folder, written!.sheets[0]!)), written!.all);
    return [
      {
        what: `picture subtitles, ${CUES_AN_HOUR} cues an hour: bytes an hour`,
        figure: `${Math.round(bytes / 1000)} kB`,
        target: `<= ${MOST_BYTES / 1000} kB`,
        isMet: bytes <= MOST_BYTES,
      },
      {
        what: `picture subtitles: a sheet from its bytes to its first cue on the screen, at ${SLOWDOWN}×`,
        figure: `${Math.round(ms)} ms`,
        target: '',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
