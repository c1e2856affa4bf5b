/** Scale of the letters by the viewer's setting, as `--letters` in src/ui/tokens.css. */
export const letterScales = { normal: 1, large: 1.3, 'large-2': 1.5, 'large-3': 2 } as const;
