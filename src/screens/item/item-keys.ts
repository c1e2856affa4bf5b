export const itemKeys = {
  loading: 'item/loading',
  primary: 'item/primary',
  wish: 'item/wish',
  rate: 'item/rate',
  download: 'item/download',
  trailer: 'item/trailer',
  more: 'item/more',
  wall: 'item/wall',
} as const;
