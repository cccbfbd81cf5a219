import fc from 'fast-check'

const given = process.env['FUZZ_SECONDS']
const secondsMax = Number(given ?? 6)

/** With room to find the smallest input of a failure. */
export const fuzzTimeout = { timeout: (secondsMax + 60) * 1000 }

/** Checks a property with generated input. A failure prints the seed and the smallest input that it found. */
export function holds<Input>(property: fc.IAsyncProperty<Input>): Promise<void> {
  return fc.assert(property, {
    numRuns: given === undefined ? 300 : Number.POSITIVE_INFINITY,
    interruptAfterTimeLimit: secondsMax * 1000,
    markInterruptAsFailure: false,
  })
}
