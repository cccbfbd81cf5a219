import { ApiError, errorIn } from '../../api/call.ts'
import { shellWords } from '../../words/words.ts'

export const fileBytesMax = 5 * 1024 ** 3

export interface Uploading {
  readonly done: Promise<void>
  readonly cancel: () => void
}

/** Stores a file in the root of a workspace. `progress` gets the share that was sent. Canceling rejects with an AbortError. */
export function uploadFile(workspace: number, file: File, progress: (share: number) => void): Uploading {
  const request = new XMLHttpRequest()
  const done = new Promise<void>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      if (request.status < 300) resolve()
      else void errorIn(answerOf(request)).then(reject)
    })
    request.addEventListener('error', () =>
      reject(new ApiError({ status: 0, code: 'network', message: shellWords.offline })),
    )
    request.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')))
  })
  const body = new FormData()
  body.append('file', file)
  request.open('POST', `/console/v1/workspaces/${workspace}/files/files`)
  request.send(body)
  return { done, cancel: () => request.abort() }
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['Content-Type', 'X-Request-Id', 'Retry-After']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(request.responseText, { status: request.status, headers })
}
