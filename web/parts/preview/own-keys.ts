/** Marks an element that uses the arrow keys itself: a player, text, a picture that scrolls. */
export const ownsKeys = { 'data-owns-keys': true } as const

/** For text, which scrolls. */
export const scrollsByKeys = { ...ownsKeys, tabIndex: 0 } as const

export const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-owns-keys], input, textarea, select') !== null
