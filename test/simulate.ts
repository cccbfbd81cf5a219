import type { Context } from '../src/api/context.ts'
import { confirmTexts, handOverTexts } from '../src/sms/carrier/simulator/loops.ts'

/** One run of all virtual phones; resolves to the milliseconds until the next one is due. */
export async function simulate(context: Context): Promise<number> {
  const handOverMs = await handOverTexts.run(context)
  return Math.min(handOverMs, await confirmTexts.run(context))
}
