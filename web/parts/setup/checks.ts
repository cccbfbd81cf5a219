import { call } from '../../api/call.ts'
import { setupWords } from '../../words/words.ts'
import type { Session } from '../session/session.ts'

export interface Finding {
  readonly fine: boolean
  readonly sentence: string
}

export interface Check {
  readonly name: string
  readonly run: (installation: Session['installation'], signal: AbortSignal) => Finding | Promise<Finding>
}

const words = setupWords.checks
const chunkBytes = 16 * 1024 * 1024
/** The server sends the first bytes at once. */
const firstBytesMsMax = 3000

const isLocal = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/** What an installation needs before others can use it. */
export const checks: readonly Check[] = [
  {
    name: words.address.name,
    run: ({ files_origin_url: url }) =>
      url === location.origin
        ? { fine: true, sentence: words.address.fine(url) }
        : { fine: false, sentence: words.address.look(location.origin, url) },
  },
  {
    name: words.https.name,
    run: () => {
      if (location.protocol === 'https:') return { fine: true, sentence: words.https.fine }
      if (isLocal(location.hostname)) return { fine: true, sentence: words.https.local }
      return { fine: false, sentence: words.https.look }
    },
  },
  {
    name: words.events.name,
    run: async (_installation, signal) => {
      const { events } = words
      return (await streamOpens(signal))
        ? { fine: true, sentence: events.fine }
        : { fine: false, sentence: events.look }
    },
  },
  {
    name: words.upload.name,
    run: async (_installation, signal) => {
      const { upload } = words
      return (await chunkArrives(signal))
        ? { fine: true, sentence: upload.fine }
        : { fine: false, sentence: upload.look }
    },
  },
  {
    name: words.mail.name,
    run: ({ mail }) =>
      mail === 'smtp'
        ? { fine: true, sentence: words.mail.fine }
        : { fine: false, sentence: words.mail.look },
  },
]

async function streamOpens(signal: AbortSignal): Promise<boolean> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), firstBytesMsMax)
  try {
    const { data } = await call('streamEvents', {}, { signal: AbortSignal.any([signal, late.signal]) })
    const first = await (data as Response).body?.getReader().read()
    return first?.done === false
  } catch {
    signal.throwIfAborted()
    return false
  } finally {
    clearTimeout(timer)
    late.abort()
  }
}

async function chunkArrives(signal: AbortSignal): Promise<boolean> {
  try {
    const { data } = await call('probeUpload', { body: new Blob([new Uint8Array(chunkBytes)]) }, { signal })
    return data.bytes === chunkBytes
  } catch {
    signal.throwIfAborted()
    return false
  }
}
