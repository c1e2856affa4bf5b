/** Id of the cues that the pictures with drawings show: players leave them out while they show those pictures. */
export const DRAWN_CUE = 'drawn';
