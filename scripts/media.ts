import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlannedVideo } from '#server/intake/plan-titles.ts';
import { scan, ScanError } from '#server/intake/scan.ts';
import type { Operate } from '#server/console/operator/calls.ts';
import { findTerms, type Terms } from './media/ask-terms.ts';
import { correct, type Ask, type FindTitle } from './media/correct.ts';
import { follow } from './media/follow.ts';
import { barLine, foundLine, jobLine, planLines, shownLines, time, visible } from './media/lines.ts';
import { datedName, isSure, planTitles, settle, type PlannedTitle } from './media/plan-add.ts';
import { besideProblems, readBeside, takenLines } from './media/read-beside.ts';
import { changeSound, changeSubtitle, tracksLines } from './media/tracks.ts';
import { readWords, type AddWords, type Command } from './media/read-words.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { explain, NotDoneError, resultOf, withOperate } from './operator-commands/with-operate.ts';

/** Between two looks at jobs that are waited for, in ms. */
const LOOK_EVERY_MS = 1_000;

interface Output {
  isJson: boolean;
  print(value: unknown, lines: readonly string[]): void;
}

const isTerminal = () => process.stdin.isTTY && process.stdout.isTTY;

const followJobs = (operate: Operate, isJson: boolean, wanted?: readonly string[]) =>
  follow({
    list: () => resultOf(operate('media/list', {})),
    wanted,
    isJson,
    output: process.stdout,
    pause: () => wait(LOOK_EVERY_MS),
    now: () => new Date(),
  });

/** Files in one call. */
const MOST_ASKED = 200;

/** The videos that are no episodes yet; the others are named. */
async function leaveOutAdded(operate: Operate, videos: readonly PlannedVideo[]): Promise<PlannedVideo[]> {
  const places = new Map<string, string>();
  for (let start = 0; start < videos.length; start += MOST_ASKED) {
    const sources = videos.slice(start, start + MOST_ASKED).map(({ source }) => source);
    for (const { source, place } of await resultOf(operate('media/find-added', { sources }))) places.set(source, place);
  }
  return videos.filter(({ source, shown }) => {
    const place = places.get(source);
    if (place !== undefined) console.error(visible(`${shown} is ${place} already: left out.`));
    return place === undefined;
  });
}

async function findVideos(paths: readonly string[]): Promise<PlannedVideo[]> {
  const videos = new Map<string, PlannedVideo>();
  for (const path of paths) {
    const found = await scan(path);
    for (const line of found.skipped) console.error(line);
    const read = await readBeside(path, found.videos);
    for (const line of besideProblems(read)) console.error(line);
    for (const video of read) videos.set(video.source, video);
  }
  return [...videos.values()];
}

/** The operator's answer: the titles to add, corrected; none if the operator leaves. */
async function decide(
  planned: readonly PlannedTitle[],
  find: FindTitle,
  ask: Ask | undefined,
): Promise<PlannedTitle[]> {
  if (ask === undefined) {
    const { titles, refused } = settle(planned);
    if (titles.length === 0) throw new NotDoneError(refused.map(visible).join('\n'));
    for (const line of refused) console.error(visible(line));
    // Not everything is done.
    if (refused.length > 0) process.exitCode = 1;
    return titles;
  }
  const decided: PlannedTitle[] = [];
  const cntSure = planned.filter(isSure).length;
  // Fifty titles are not looked at one by one.
  const isQuick =
    planned.length > 1 &&
    cntSure > 0 &&
    (await ask(
      `${planned.length} titles. Enter shows each, a adds the ${cntSure} that leave no doubt and shows the others: `,
    )) === 'a';
  for (const title of planned) {
    if (isQuick && isSure(title)) {
      console.log(planLines(title, null).join('\n'));
      decided.push(title);
      continue;
    }
    const taken = takenLines(title);
    if (taken.length > 0) console.log(['Taken from names and from files beside the videos:', ...taken].join('\n'));
    const corrected = await correct(title, { ask, tell: (told) => console.log(told.join('\n')), find });
    if (corrected) decided.push(corrected);
  }
  return decided;
}

/** Runs with a function that asks the operator; undefined where nobody answers. */
async function withAsk<T>(isAsking: boolean, work: (ask: Ask | undefined) => Promise<T>): Promise<T> {
  if (!isAsking) return work(undefined);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await work(async (question) => (await lines.question(visible(question))).trim());
  } finally {
    lines.close();
  }
}

async function add(
  operate: Operate,
  { paths, words, isYes }: { paths: readonly string[]; words: AddWords; isYes: boolean },
  output: Output,
): Promise<string[]> {
  const found = await findVideos(paths);
  // A number that the operator gives is meant for this file.
  const videos = words.episode === undefined ? await leaveOutAdded(operate, found) : found;
  if (videos.length === 0) {
    console.error('Nothing is new.');
    return [];
  }
  const planned = planTitles(videos, words);
  const find: FindTitle = async ({ name, base, season, year }) => {
    const dated = datedName({ base, season, year });
    if (words.title === 'new' || name === undefined) return null;
    const found = dated === undefined ? null : await resultOf(operate('media/find-title', { name: dated }));
    return found ?? (await resultOf(operate('media/find-title', { name, ...((season ?? 1) === 1 && { year }) })));
  };
  const isAsking = !isYes && isTerminal() && !output.isJson;
  if (!isYes && !isAsking) {
    for (const title of planned) console.error([...planLines(title, null), ...takenLines(title)].join('\n'));
    throw new NotDoneError(
      'Nothing is added: say --yes if this is right, or correct it with --name, --season, --episode.',
    );
  }
  const ids: string[] = [];
  let isAllAdded = true;
  const said = new Set<string>();
  let last: Terms | undefined;
  const addTitle = async (title: PlannedTitle, ask: Ask | undefined) => {
    const { id, name, episodes, pictures, facts } = title;
    const known = id ?? (await find(title))?.id;
    const { terms, line } = await findTerms(words, { isNew: known === undefined, facts, last }, ask);
    if (ask !== undefined) last = terms;
    console.error(visible(`${name ?? `Title ${known}`}: ${line}`));
    const added = await resultOf(
      operate('media/add', {
        skipsRefused: true,
        title: known === undefined ? { name: name!, contentRating: terms.rating, facts } : { id: known },
        access: terms.access,
        isPublished: words.isPublished,
        pictures,
        ...(words.protection && { protection: words.protection }),
        episodes: episodes.map(({ source, number, subject, facts: own, still }) => ({
          source,
          number: number!,
          subject,
          facts: own,
          still,
        })),
      }),
    ).catch((error: unknown) => {
      // The other titles are added all the same.
      if (!(error instanceof NotDoneError)) throw error;
      return error;
    });
    if (added instanceof NotDoneError) {
      isAllAdded = false;
      // What is wrong with the machine is wrong for all titles: once is enough.
      const lines = said.has(added.message) ? [] : [`${name ?? `Title ${id}`}:`, ...added.message.split('\n')];
      said.add(added.message);
      for (const each of lines) console.error(visible(each));
      return;
    }
    for (const line of added.refused) console.error(visible(line));
    isAllAdded &&= added.refused.length === 0;
    if (added.warning !== null) console.error(added.warning);
    for (const job of added.jobs) output.print(job, [jobLine(job)]);
    ids.push(...added.jobs.map((job) => job.id));
  };
  await withAsk(isAsking, async (ask) => {
    for (const title of await decide(planned, find, ask)) await addTitle(title, ask);
  });
  if (!isAllAdded) {
    if (ids.length === 0) throw new NotDoneError('Nothing is added.');
    process.exitCode = 1;
  }
  return ids;
}

/** @returns whether everything went well. */
async function carryOut(operate: Operate, command: Command, hasWorkers: boolean, output: Output): Promise<boolean> {
  const checkWorkers = () => {
    if (!hasWorkers) throw new NotDoneError('No server is running, so nobody works on the jobs: "npm start" does.');
  };
  switch (command.name) {
    case 'add': {
      if (command.isWaiting) checkWorkers();
      const ids = await add(operate, command, output);
      if (ids.length > 0 && !hasWorkers) console.error('The jobs begin when the server runs: npm start');
      return command.isWaiting ? followJobs(operate, output.isJson, ids) : true;
    }
    case 'status': {
      if (command.job !== undefined) {
        const shown = await resultOf(operate('media/show', { job: command.job }));
        if (command.isWaiting) {
          checkWorkers();
          return followJobs(operate, output.isJson, [shown.id]);
        }
        output.print(shown, shownLines(shown));
        return true;
      }
      if (command.isWaiting) {
        checkWorkers();
        return followJobs(operate, output.isJson);
      }
      const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
      for (const job of await resultOf(operate('media/list', {})))
        output.print(job, [columns === undefined ? jobLine(job) : barLine(job, new Date(), columns)]);
      return true;
    }
    case 'retry':
    case 'cancel': {
      const job = await resultOf(operate(`media/${command.name}`, { job: command.job }));
      output.print(job, [jobLine(job)]);
      return true;
    }
    case 'remove': {
      const removed = await resultOf(operate('media/remove', command.target));
      output.print(removed, [`Removed ${removed.removed}.`]);
      return true;
    }
    case 'tracks':
    case 'sound':
    case 'subtitle': {
      const tracks =
        command.name === 'tracks'
          ? await resultOf(operate('tracks/show', { episode: command.episode }))
          : command.name === 'sound'
            ? await changeSound(operate, command.words)
            : await changeSubtitle(operate, command.words);
      output.print(tracks, tracksLines(tracks));
      return true;
    }
    case 'marks': {
      const { target, marks: changes, isAccepting } = command;
      if (isAccepting) {
        for (const mark of await resultOf(operate('media/accept-marks', target))) output.print(mark, [foundLine(mark)]);
        return true;
      }
      if ('episode' in target) {
        const marks = await resultOf(operate('media/marks', { ...target, ...changes }));
        const { outro, duration } = marks;
        const partLine = (name: 'intro' | 'recap' | 'preview') => {
          const part = marks[name];
          return `${name}\t${part === null ? 'none' : `${time(part.start)}-${time(part.end)}`}`;
        };
        const outroEnd = outro?.end === undefined ? '' : `-${time(outro.end)}`;
        output.print(marks, [
          `duration\t${time(duration)}`,
          partLine('intro'),
          `outro\t${outro === null ? 'none' : `${time(outro.start)}${outroEnd}`}`,
          partLine('recap'),
          partLine('preview'),
        ]);
      }
      for (const mark of await resultOf(operate('media/found-marks', target))) output.print(mark, [foundLine(mark)]);
      return true;
    }
  }
}

async function main(): Promise<void> {
  const { command, isJson } = readWords(process.argv.slice(2));
  const print: Output['print'] = (value, lines) => console.log(isJson ? JSON.stringify(value) : lines.join('\n'));
  const isWell = await withOperate((operate, hasWorkers) => carryOut(operate, command, hasWorkers, { isJson, print }));
  if (!isWell) process.exitCode = 1;
}

runCommand(main, (error) => (error instanceof ScanError ? error.message : explain(error)));
