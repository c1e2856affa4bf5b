import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ShownTitle } from '#server/catalogue/editing/title-operations.ts';
import { MOST_TITLES, type Operate } from '#server/console/operator/calls.ts';
import { resultOf, withOperate } from './operator-commands/with-operate.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { outcomeLines, shownLines, titleLine } from './titles/lines.ts';
import { readWords, type Command } from './titles/read-words.ts';

/** All titles, a part at a time: a catalogue may be larger than an answer. */
async function* listTitles(operate: Operate): AsyncGenerator<ShownTitle> {
  for (let after = 0; ;) {
    const part = await resultOf(operate('titles/list', { after, limit: MOST_TITLES }));
    yield* part;
    const last = part.at(-1);
    if (last === undefined || part.length < MOST_TITLES) return;
    after = last.id;
  }
}

const readText = (file: string): Promise<{ name: string; text: string }> =>
  file === '-'
    ? text(process.stdin).then((read) => ({ name: 'input', text: read }))
    : readFile(file, 'utf8').then((read) => ({ name: basename(file), text: read }));

/** A command with all that it needs to know. */
type ReadCommand = Exclude<Command, { name: 'add' }> | { name: 'add'; given: Awaited<ReturnType<typeof readText>> };

async function carryOut(operate: Operate, command: ReadCommand, isJson: boolean): Promise<void> {
  const print = (value: object, lines: readonly string[]) =>
    console.log(isJson ? JSON.stringify(value) : lines.join('\n'));
  switch (command.name) {
    case 'list': {
      for await (const title of listTitles(operate))
        if (command.state === undefined || title.state === command.state) print(title, [titleLine(title)]);
      return;
    }
    case 'show': {
      const shown = await resultOf(operate('titles/show', command.target));
      return print(shown, shownLines(shown));
    }
    case 'publish':
    case 'unpublish': {
      const changed = await resultOf(operate(`titles/${command.name}`, command.target));
      return print(changed, outcomeLines(changed));
    }
    case 'schedule': {
      const changed = await resultOf(operate('titles/schedule', { ...command.target, at: command.at }));
      return print(changed, outcomeLines(changed));
    }
    case 'delay': {
      const { target, at, notice } = command;
      const changed = await resultOf(operate('titles/delay', { ...target, at, notice }));
      return print(changed, outcomeLines(changed));
    }
    case 'add': {
      const added = await resultOf(operate('titles/add', command.given));
      return print(added, outcomeLines(added));
    }
  }
}

async function main(): Promise<void> {
  const { command, isJson } = readWords(process.argv.slice(2));
  const complete = command.name === 'add' ? { name: command.name, given: await readText(command.file) } : command;
  await withOperate((operate) => carryOut(operate, complete, isJson));
}

runCommand(main);
