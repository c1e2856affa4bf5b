import type { WallRow } from '#src/focus/index.ts';
import { Icon, type AnyIcon } from '#src/ui/icon.tsx';
import styles from './episode-tools-row.module.css';

/** A tile above the episodes. */
export interface EpisodeTool {
  readonly key: string;
  readonly label: string;
  /** The spoken label. Default: `label`. */
  readonly name?: string;
  readonly icon?: AnyIcon;
  /** What it does, shown while it has the focus. */
  readonly focusedLabel?: string;
  /** The row's name: without a fill. */
  readonly isHeading?: boolean;
  /** The chip of the viewer's episode. */
  readonly isChosen?: boolean;
  readonly onPress: () => void;
}

/** Height of the row; the episodes below keep it in sight. */
export const TOOLS_HEIGHT = 4.75;

/** The row above the episodes: the way back, the order, a number, and a chip for each hundred. */
export function episodeToolsRow(key: string, title: string, tools: readonly EpisodeTool[]): WallRow {
  return {
    key,
    count: tools.length,
    tileWidth: 12.5,
    tileHeight: 2.75,
    gap: 1,
    before: 3,
    height: TOOLS_HEIGHT,
    // Room for the ring.
    headHeight: 0.75,
    head: <span className={styles.head}>{title}</span>,
    grows: 'widths',
    tileKey: (index) => tools[index]?.key ?? '',
    tileLabel(index) {
      const tool = tools[index];
      return tool ? [tool.name ?? tool.label, tool.isChosen && '보는 중'].filter(Boolean).join(', ') : '';
    },
    onPress: (index) => tools[index]?.onPress(),
    renderTile(index) {
      const tool = tools[index];
      return tool ? (
        <span className={tool.isHeading ? styles.heading : tool.isChosen ? styles.chosen : styles.tool}>
          {tool.icon && <Icon name={tool.icon} size={1.5} />}
          <span className={tool.focusedLabel === undefined ? undefined : styles.atRest}>{tool.label}</span>
          {tool.focusedLabel !== undefined && <span className={styles.focused}>{tool.focusedLabel}</span>}
        </span>
      ) : null;
    },
  };
}
