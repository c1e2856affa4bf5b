export const itemKeys = {
  loading: 'item/loading',
  primary: 'item/primary',
  wish: 'item/wish',
  rate: 'item/rate',
  keep: 'item/keep',
  more: 'item/more',
  sort: 'item/sort',
  wall: 'item/wall',
} as const;
