import { ApiError, call, errorIn, type Data } from '../../api/call.ts'
import { uploadsWords } from '../../words/words.ts'

const base = '/console/v1'

/** A connection over which nothing moves for as long is given up. */
const stalledMs = 60_000

interface Sending {
  readonly signal: AbortSignal
  /** Bytes of the body that were sent so far. */
  readonly progress: (sent: number) => void
}

/** `fetch` does not tell how much of a body was sent. */
function post(path: string, body: XMLHttpRequestBodyInit, { signal, progress }: Sending): Promise<void> {
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  const sent = new Promise<void>((resolve, reject) => {
    let stalled = false
    const stop = () => {
      stalled = true
      request.abort()
    }
    let timer = setTimeout(stop, stalledMs)
    const isAway = () => reject(new ApiError({ status: 0, code: 'network', message: uploadsWords.away }))
    request.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(timer)
      timer = setTimeout(stop, stalledMs)
      progress(loaded)
    })
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else void errorIn(answerOf(request)).then(reject)
    })
    request.addEventListener('error', isAway)
    request.addEventListener('abort', () =>
      stalled ? isAway() : reject(new DOMException('Stopped', 'AbortError')),
    )
    request.addEventListener('loadend', () => clearTimeout(timer))
  })
  signal.addEventListener('abort', abort)
  request.open('POST', base + path)
  request.send(body)
  return sent.finally(() => signal.removeEventListener('abort', abort))
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['Content-Type', 'X-Request-Id', 'Retry-After']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(request.responseText, { status: request.status, headers })
}

interface Target {
  readonly workspace: string
  readonly folderId: string | null
  readonly name: string
}

/** Stores a file in one request. */
export function sendWhole(
  { workspace, folderId, name }: Target,
  file: File,
  sending: Sending,
): Promise<void> {
  const body = new FormData()
  if (folderId !== null) body.append('parent_id', folderId)
  body.append('name', name)
  body.append('file', file, name)
  return post(`/workspaces/${workspace}/files/files`, body, sending)
}

interface ChunkId {
  readonly workspace: string
  readonly uploadKey: string
  readonly index: number
}

export const sendChunk = (
  { workspace, uploadKey, index }: ChunkId,
  bytes: Blob,
  sending: Sending,
): Promise<void> =>
  post(`/workspaces/${workspace}/files/uploads/${uploadKey}/chunk?index=${index}`, bytes, sending)

export type Taken = Data<'listTakenNames'>[number]

const namesMax = 1000

/** Which of these names the folder has. */
export async function takenNames(
  workspace: string,
  parentId: string | null,
  names: readonly string[],
): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (let start = 0; start < names.length; start += namesMax) {
    const body = { parent_id: parentId, names: names.slice(start, start + namesMax) }
    taken.push(...(await call('listTakenNames', { workspace, body })).data)
  }
  return taken
}

const listedMax = 100

/** Whether the folder has a file of this name and size that is none of `others`: an answer may have been lost. */
export async function isStored(
  { workspace, folderId, name }: Target,
  size: number,
  others: readonly string[],
): Promise<boolean> {
  const query = { q: name, limit: listedMax, ...(folderId !== null && { parent_id: folderId }) }
  const { data } = await call('files.listFiles', { workspace, query })
  return data.some(
    (item) => item.type === 'file' && item.name === name && item.size === size && !others.includes(item.id),
  )
}
