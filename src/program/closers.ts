/** Closes in reverse order what was opened. */
export function closers() {
  const opened: (() => Promise<void> | void)[] = []
  return {
    add: (close: () => Promise<void> | void) => opened.push(close),
    close: async () => {
      for (const close of opened.splice(0).reverse()) await close()
    },
  }
}
