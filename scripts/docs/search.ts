import MiniSearch from 'minisearch';
import { SEARCHED, type Indexed } from './search-options.ts';

/* The search of the site, in its pages: loads its index when somebody begins to search. */

const SHOWN = 12;
const input = document.querySelector<HTMLInputElement>('#search')!;
const results = document.querySelector<HTMLOListElement>('#results')!;
const said = document.querySelector<HTMLElement>('#said')!;

let loading: Promise<MiniSearch<Indexed>> | undefined;
const load = () =>
  (loading ??= fetch(input.dataset['index']!)
    .then(async (answer) => MiniSearch.loadJSON<Indexed>(await answer.text(), SEARCHED))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

function lineOf({ id, heading, title }: Omit<Indexed, 'text'>): HTMLLIElement {
  const link = document.createElement('a');
  link.href = `${input.dataset['root']!}${id}`;
  link.textContent = heading;
  const line = document.createElement('li');
  line.append(link);
  if (title !== heading) line.append(` ${title}`);
  return line;
}

async function search(): Promise<void> {
  const words = input.value.trim();
  try {
    const index = await load();
    // The words changed while the index was loading: a later call shows their results.
    if (words !== input.value.trim()) return;
    const found = words === '' ? [] : index.search(words).slice(0, SHOWN);
    results.replaceChildren(...found.map((each) => lineOf(each as unknown as Omit<Indexed, 'text'>)));
    results.hidden = found.length === 0;
    said.textContent = words === '' ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found.`;
  } catch {
    said.textContent = 'The search could not be loaded. Try again.';
  }
}

input.addEventListener('focus', () => void load().catch(() => undefined), { once: true });
input.addEventListener('input', () => void search());
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape' && input.value !== '') {
    input.value = '';
    void search();
  }
});
