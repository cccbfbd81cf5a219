import { lazy, Suspense, useState, type ComponentType } from 'react'

const loaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(undefined)
  else addEventListener('load', resolve, { once: true })
})

/** A component whose code is fetched when the page has loaded, or when it is first rendered. `Fallback` stands in for it. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
): ComponentType<Props> {
  let Present: ComponentType<Props> | undefined
  let fetching: Promise<{ default: ComponentType<Props> }> | undefined
  const fetchOnce = () => (fetching ??= load().then((component) => ({ default: (Present = component) })))
  const Awaited = lazy(fetchOnce)
  // A failure is shown when the component is rendered.
  void loaded.then(fetchOnce).catch(() => undefined)
  return function Deferred(props: Props) {
    // Code that is there renders at once: React delays what it has suspended before.
    const [Part] = useState<ComponentType<Props>>(() => Present ?? Awaited)
    return (
      <Suspense fallback={<Fallback {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Code that is fetched when the page has loaded, or when it is first asked for. */
export function deferredCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let fetching: Promise<Code> | undefined
  const fetchOnce = () =>
    (fetching ??= load().catch((error: unknown) => {
      fetching = undefined
      throw error
    }))
  void loaded.then(fetchOnce).catch(() => undefined)
  return fetchOnce
}
