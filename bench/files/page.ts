import { eachAtOnce, send, whole } from './client.ts'
import { below, ms, percentile95, type Outcome } from '../outcome.ts'
import type { World } from './world.ts'

const filesOfFolder = 5000
const pagesAtOnce = 100
/** The first few after a vacuum are planned anew. So many show what everybody after them gets. */
const pagesLater = 1000

/** The first 100 of 5,000 files right after the last of them was uploaded, and once PostgreSQL has tidied up. */
export async function benchPage(world: World): Promise<Outcome[]> {
  const first = async (folder: string, pages: number) => {
    const samples: number[] = []
    for (let page = 0; page < pages; page++) {
      const url = `${world.base}/files?parent_id=${folder}&limit=100`
      samples.push((await send(url, { headers: world.authorized })).ms)
    }
    return percentile95(samples)
  }
  const filled = async (name: string, count: number) => {
    const folder = await world.addFolder(name)
    await eachAtOnce(Array(count).keys(), 16, (index) =>
      world.upload(`file ${index}.bin`, whole(Buffer.from(`${index}`)), folder),
    )
    return folder
  }
  // The code is compiled before the measurement.
  const small = await filled('small', 100)
  await first(small, pagesAtOnce)
  await first(small, pagesAtOnce)
  const folder = await filled('large', filesOfFolder)
  const fresh = await first(folder, pagesAtOnce)
  await world.untilIdle()
  await world.database.query('vacuum analyze files.file')
  const later = await first(folder, pagesLater)
  return [
    below('page of 100 of 5,000 files right after their upload, p95', fresh, 6, ms),
    below('the same after a vacuum, p95', later, 3, ms),
  ]
}
