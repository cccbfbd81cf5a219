import { below, ms, percentile95, type Outcome } from '../outcome.ts'
import { openFolder } from './in-page.ts'
import { folders, type WebWorld } from './world.ts'

/** Opens each folder of 5,000 files twice, without resting the pointer on it before. */
export async function measureFolders({ page }: WebWorld): Promise<Outcome[]> {
  const openEach = async () => {
    const samples: number[] = []
    for (let index = 0; index < folders; index++) {
      const name = `Folder ${index}`
      await page.getByRole('row', { name, exact: true }).waitFor()
      samples.push(await page.evaluate<number>(openFolder(name)))
      await page.goBack()
    }
    return percentile95(samples)
  }
  return [
    below('from the click on a folder to its rows, p95', await openEach(), 150, ms),
    below('the same the second time, p95', await openEach(), 150, ms),
  ]
}
