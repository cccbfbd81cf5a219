import { percentile95, type Outcome } from '../outcome.ts'
import { frameTimes } from './trace.ts'
import type { WebWorld } from './world.ts'

const frameMsMax = 20
const shareMin = 0.95
const distancePx = 60_000
const pixelsASecond = 6000

/** Scrolls through a folder of 5,000 files. */
export async function measureScrolling({ browser, page }: WebWorld): Promise<Outcome[]> {
  await page.getByRole('link', { name: 'Folder 1', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Folder 1' }).waitFor()
  // Its other pages arrive in the background.
  await page.waitForTimeout(2000)
  const devtools = await page.context().newCDPSession(page)
  const times = await frameTimes(browser, page, async () => {
    await devtools.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 500,
      yDistance: -distancePx,
      speed: pixelsASecond,
    })
  })
  const share = times.filter((time) => time <= frameMsMax).length / times.length
  return [
    {
      what: `frames within ${frameMsMax} ms while scrolling ${distancePx / 1000},000 px`,
      bureau: `${(share * 100).toFixed(1)} %`,
      peer: `${times.length} frames, p95 ${percentile95(times).toFixed(1)} ms`,
      ratio: '',
      goal: `at least ${shareMin * 100} %`,
      met: share >= shareMin,
    },
  ]
}
