import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const bufferedCharacters = 256 * 1024

/** Writes a line of JSON for each row into a new file, flushed. Resolves with the count. */
export async function writeLines(path: string, pages: AsyncIterable<readonly object[]>): Promise<number> {
  await using handle = await open(path, 'wx', 0o600)
  let count = 0
  let text = ''
  for await (const page of pages) {
    for (const row of page) text += `${lineOf(row)}\n`
    count += page.length
    if (text.length < bufferedCharacters) continue
    await handle.appendFile(text)
    text = ''
  }
  await handle.appendFile(text)
  await handle.datasync()
  return count
}

/** Many readers, `readline` too, take these signs for ends of lines. */
const lineOf = (row: object): string =>
  JSON.stringify(row)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)

export async function* readLines(path: string): AsyncGenerator {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    yield JSON.parse(line)
}
