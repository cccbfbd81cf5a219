/** How many rows are above the one that was on top. None if it is gone. */
export const waitingRows = (
  keys: readonly (string | number)[] | undefined,
  top: string | number | undefined,
): number => Math.max(0, top === undefined ? 0 : (keys ?? []).indexOf(top))
