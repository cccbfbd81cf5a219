import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
}

/** Milliseconds between the frames that Chromium draws while `act` runs. */
export async function frameTimes(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<readonly number[]> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
  })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const drawn = trace.traceEvents
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts / 1000)
    .toSorted((a, b) => a - b)
  return drawn.slice(1).map((at, index) => at - (drawn[index] ?? at))
}
