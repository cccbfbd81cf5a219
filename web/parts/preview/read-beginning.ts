import { call } from '../../api/call.ts'
import { decodeText } from './decode-text.ts'

/** Of a long file, only this much is read. */
const bytesMax = 256 * 1024

export interface Beginning {
  /** Undefined where the file is not text. */
  readonly text: string | undefined
  readonly bytes: number
  readonly isCut: boolean
}

export async function readBeginning(
  workspace: number,
  { id, size }: { readonly id: string; readonly size: number },
  signal: AbortSignal,
): Promise<Beginning> {
  if (size === 0) return { text: '', bytes: 0, isCut: false }
  const headers = { Range: `bytes=0-${bytesMax - 1}` }
  const { data } = await call('getItemPreview', { workspace, id }, { signal, headers })
  const bytes = new Uint8Array(await (data as Response).arrayBuffer())
  const isCut = bytes.length < size
  return { text: decodeText(bytes, isCut), bytes: bytes.length, isCut }
}
