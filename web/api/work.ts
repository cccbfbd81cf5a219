import { ApiError, call, type Answer } from './call.ts'
import { eventParser, type ServerEvent } from './server-events.ts'

/** Work that a request waits for. */
export interface WorkRun {
  /** Stops the work. */
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

interface Progress {
  readonly done: number
  readonly total: number
}

type Failure = ConstructorParameters<typeof ApiError>[0]

/** Operations that tell of their progress, and whose result theirs is. */
const results = { compressItem: 'files.compressFile', unzipItem: 'files.unzipFile' } as const
type WorkId = keyof typeof results

/** Throws `ApiError` as `call` does, also when the work fails on its way, and the reason of the signal. */
export async function work<Id extends WorkId>(
  id: Id,
  input: { readonly workspace: string; readonly id: string },
  { signal, progress }: WorkRun,
): Promise<Answer<(typeof results)[Id]>> {
  const { data } = await call(id, input, { signal })
  const response = data as Response
  const requestId = response.headers.get('X-Request-Id') ?? undefined
  for await (const { event, data: told } of eventsIn(response, signal)) {
    if (event === 'done') return told as Answer<(typeof results)[Id]>
    if (event === 'failed') throw new ApiError({ ...(told as Failure), requestId })
    const { done, total } = told as Progress
    progress(done, total)
  }
  throw lost()
}

const lost = (): ApiError =>
  new ApiError({
    status: 0,
    code: 'network',
    message: 'The connection to the server was lost. Check your connection, then try again.',
  })

async function* eventsIn(response: Response, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const parse = eventParser()
  for (;;) {
    const piece = await reader?.read().catch(() => undefined)
    signal.throwIfAborted()
    if (!piece || piece.done) return
    yield* parse(piece.value)
  }
}
