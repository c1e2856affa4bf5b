/*
 * Fails on a regular expression of server, contract or console whose time grows faster than its text: strangers send texts,
 * and one of a megabyte must not keep a process busy for hours. Such an expression is rewritten, or judged in BOUNDED.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';

const FOLDERS = ['contract', 'console', 'server'];

/**
 * Where texts are short, by the start of the path: how long they are, and why. Quadratic time over 4,000 characters is 20 ms.
 * An expression with exponential time is never among them.
 */
const BOUNDED = [
  ['contract/rules/without-personal.ts', 4000, 'the contract bounds messages and stacks of crashes'],
  ['server/catalogue/pictures/art.ts', 500, 'paths of the catalogue, whose format bounds them'],
  ['server/intake/names/', 255, 'names of files; neither a file system nor an upload has longer ones'],
  ['server/intake/subtitles/read-srt.ts', 200, 'lines of times: LONGEST_TIMES'],
  ['server/lib/address-key.ts', 100, 'addresses of sockets, or of a header that the framework has parsed'],
  ['server/lib/plain-name.ts', 1000, 'MOST_READ'],
  ['server/monitoring/quality/', 4000, 'the contract bounds stacks of crashes'],
  ['server/start/', 4000, 'what the operator wrote'],
];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`),
);

/** The regular expressions of a file, with their lines. Those made of parts at run time are not here. */
function expressionsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ line, text: node.text, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

let count = 0;
let slow = 0;
for (const path of files)
  for (const { line, text, ...literal } of expressionsOf(path)) {
    count += 1;
    const { reports } = analyse(literal, { reportTypes: { Move: true } });
    const [worst] = reports.sort((one, other) => Number(other.exponential) - Number(one.exponential));
    if (!worst) continue;
    const isShort = BOUNDED.some(([start]) => path.startsWith(start));
    if (isShort && !worst.exponential) continue;
    slow += 1;
    console.error(
      `${path}:${line} ${worst.type}${worst.exponential ? ' exponential' : ''} ${JSON.stringify(worst.character.pick)} ${text}`,
    );
  }
console.log(`${count} regular expressions, slow on long texts ${slow}`);
if (slow > 0) process.exitCode = 1;
