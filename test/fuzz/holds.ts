import fc from 'fast-check'

/** How long each property is tried, given by hand: `FUZZ_SECONDS=600 npm test -- test/fuzz`. */
const given = process.env['FUZZ_SECONDS']
const secondsMax = Number(given ?? 6)

/** With room for the set-up, and for finding the smallest input of a failure. */
export const fuzzTimeout = { timeout: (secondsMax + 60) * 1000 }

/** Tries a property with generated input. A failure prints the seed and the smallest input that it found. */
export function holds<Input>(property: fc.IAsyncProperty<Input>): Promise<void> {
  return fc.assert(property, {
    numRuns: given === undefined ? 300 : Number.POSITIVE_INFINITY,
    interruptAfterTimeLimit: secondsMax * 1000,
    markInterruptAsFailure: false,
  })
}
