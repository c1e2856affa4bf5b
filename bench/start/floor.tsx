import { createRoot } from 'react-dom/client';
import type { HomeRow } from '#contract/home.ts';

/* The floor: React alone draws a home of the same shape from data in the page. */

declare const __HOME__: readonly HomeRow[];

interface Tile {
  readonly picture: string;
  readonly name: string;
}

function tileOf(result: HomeRow['results'][number]): Tile {
  if ('image' in result) return { picture: result.image, name: result.title };
  const { images, name } = 'item' in result ? result.item : result;
  if ('episode' in result) return { picture: result.episode.thumbnail, name };
  return { picture: 'thumbnail' in result ? result.thumbnail : images.poster, name };
}

function Home({ rows }: { rows: readonly HomeRow[] }) {
  const billboard = rows.find((row) => row.kind === 'billboard')?.results[0];
  return (
    <main>
      {billboard && (
        <section>
          <img className="backdrop" src={billboard.backdrop} alt="" />
          <h1>{billboard.name}</h1>
          <p>{billboard.synopsis}</p>
          <button data-focus-key="home/play" ref={(element) => element?.focus()}>
            재생
          </button>
        </section>
      )}
      {rows.slice(1, 4).map((row) => (
        <section key={row.id} className="row">
          <h2>{row.title}</h2>
          {row.results
            .slice(0, 9)
            .map(tileOf)
            .map(({ picture, name }, index) => (
              <div key={index} className="tile">
                <img src={picture} alt="" />
                <span>{name}</span>
              </div>
            ))}
        </section>
      ))}
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Home rows={__HOME__} />);
