import { expect, test } from 'vitest'
import { monotonicMs } from '../clock.ts'
import { ThreadShare } from './thread-share.ts'

test('work from many sides at once has half of the thread, one piece after another', async () => {
  const share = new ThreadShare()
  const startedMs = monotonicMs()
  const begunMs = await Promise.all(
    Array.from({ length: 10 }, () => share.take(10).then(() => monotonicMs() - startedMs)),
  )
  for (const [place, ms] of begunMs.entries()) expect(ms).toBeGreaterThan(20 * place - 2)
})
