/** Never runs `look` twice at once. Returns a function that stops and waits for the current run. */
export function poll(
  everyMs: number,
  look: () => Promise<void>,
  onError: (err: unknown) => void,
): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch(onError)
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await looking
  }
}
