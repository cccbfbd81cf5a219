const overlaid = (): boolean =>
  document.querySelector('[role="dialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]') !==
  null

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"]')

/** A key that somebody else takes: a field, an open menu or dialog, the browser. */
export const isElsewhere = ({ target, defaultPrevented, altKey }: KeyboardEvent): boolean =>
  defaultPrevented || altKey || typing(target) || overlaid()

/** Nothing in the page has the focus. */
export const isPage = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.localName === 'main')
