import { randomBytes } from 'node:crypto'
import { digestOf, type Client, type Item } from './client.ts'

/** What was acknowledged so far. */
export interface Done {
  readonly uploaded: readonly string[]
  readonly deleted: readonly string[]
  readonly sent: readonly number[]
}

export interface Load {
  readonly done: () => Done
  /** Rejects if a call failed. */
  readonly stop: () => Promise<void>
}

/** One is kept in PostgreSQL, the other in the blob store. */
const sizesBytes = [4_000, 60_000]

/** Uploads files that are named by their SHA-256, deletes files, and sends texts, all the time. */
export function startLoad(client: Client, deletable: readonly Item[], phone: string): Load {
  const done = { uploaded: [] as string[], deleted: [] as string[], sent: [] as number[] }
  let stopped = false
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (!stopped) await work()
  }
  const upload = async (): Promise<string> => {
    const bytes = new Uint8Array(randomBytes(sizesBytes[done.uploaded.length % 2] ?? 0))
    return (await client.upload(digestOf(bytes), bytes)).id
  }
  const left = deletable.values()
  const remove = async (): Promise<void> => {
    const id = left.next().value?.id ?? (await upload())
    await client.remove(id)
    done.deleted.push(id)
  }
  const running = Promise.all([
    repeat(async () => done.uploaded.push(await upload())),
    repeat(remove),
    repeat(async () => done.sent.push((await client.send(phone, `load ${done.sent.length}`)).id)),
  ])
  // `stop` reports it.
  running.catch(() => undefined)
  return {
    done: () => ({ uploaded: [...done.uploaded], deleted: [...done.deleted], sent: [...done.sent] }),
    stop: async () => {
      stopped = true
      await running
    },
  }
}
