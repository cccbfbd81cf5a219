/** The same numbers each time, so that every demo is the same. Not for secrets. */
export interface Chance {
  /** From `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number
  readonly pick: <Items extends readonly [unknown, ...unknown[]]>(items: Items) => Items[number]
  /** Whether something happens that has this probability. */
  readonly is: (probability: number) => boolean
}

const modulus = 2 ** 31 - 1
const multiplier = 48_271

/** Lehmer's generator. */
export function openChance(seed: number): Chance {
  let state = (seed * 7919 + 1) % modulus
  const next = (): number => {
    state = (state * multiplier) % modulus
    return state / modulus
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    is: (probability) => next() < probability,
  }
}
