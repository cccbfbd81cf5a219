import type { PlatformContext } from '../context.ts'

/** A context of which only `parts` exist: touching another one fails the test by name. */
export function contextOf(parts: Partial<PlatformContext>): PlatformContext {
  const handler: ProxyHandler<Partial<PlatformContext>> = {
    get(target, name) {
      if (name in target) return Reflect.get(target, name) as unknown
      throw new Error(`The test has no ${String(name)} in its context.`)
    },
  }
  // The proxy answers for the missing parts.
  return new Proxy(parts, handler) as PlatformContext
}
