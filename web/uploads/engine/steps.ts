import { ApiError, call } from '../../api/call.ts'
import { uploadsWords } from '../../words/words.ts'
import { digestsOf } from './digest.ts'
import type { Session, Upload } from './model.ts'
import { isStored, sendChunk, sendWhole } from './requests.ts'
import type { Step } from './schedule.ts'

export interface StepPorts {
  /** Bytes went out, or come to nothing if negative. */
  readonly moved: (bytes: number) => void
  /** Keeps what is known of the upload over a reload. */
  readonly save: (upload: Upload) => Promise<void>
}

/** Throws what the request throws. The upload stays as it was, so the step can be repeated. */
export async function perform(step: Step, upload: Upload, ports: StepPorts): Promise<void> {
  if (step === 'replace') return replace(upload)
  if (step === 'chunk') return send(upload, ports)
  if (step === 'complete') return complete(upload)
  if (upload.doubtful) {
    upload.sent = await isStored(upload, upload.size, upload.replaces)
    upload.doubtful = false
    if (upload.sent) return
  }
  return step === 'whole' ? sendAtOnce(upload, ports) : open(upload, ports)
}

/** Runs one request with a count of its bytes. */
async function counted(
  upload: Upload,
  { moved }: StepPorts,
  size: number,
  run: (sending: { signal: AbortSignal; progress: (sent: number) => void }) => Promise<void>,
): Promise<void> {
  const flight = { sent: 0 }
  const progress = (sent: number) => {
    // A form is a little larger than its file.
    const now = Math.min(sent, size)
    moved(now - flight.sent)
    flight.sent = now
  }
  upload.flights.add(flight)
  try {
    await run({ signal: upload.stopper.signal, progress })
    progress(size)
    upload.arrived += size
  } catch (error) {
    moved(-flight.sent)
    throw error
  } finally {
    upload.flights.delete(flight)
  }
}

async function sendAtOnce(upload: Upload, ports: StepPorts): Promise<void> {
  const { file, size } = upload
  if (!file) return
  await counted(upload, ports, size, (sending) => sendWhole(upload, file, sending))
  upload.sent = true
}

async function open(upload: Upload, ports: StepPorts): Promise<void> {
  if (!upload.file) return
  upload.digests ??= await digestsOf(upload.file)
  const session = upload.uploadKey === undefined ? await newSession(upload) : await sameSession(upload)
  if (upload.cancelled) return discard(upload.workspace, session.uploadKey)
  upload.uploadKey = session.uploadKey
  upload.session = session
  countArrived(upload)
  await ports.save(upload)
}

/** Releases its storage at once. The server would do so after a week. */
export const discard = (workspace: string, uploadKey: string): Promise<void> =>
  call('files.abortUpload', { workspace, upload_key: uploadKey }).then(
    () => undefined,
    () => undefined,
  )

type Opened = Awaited<ReturnType<typeof openUpload>>

const sessionOf = ({ upload_key, chunk_size, missing_chunks }: Omit<Opened, 'resumed'>): Session => ({
  uploadKey: upload_key,
  chunkBytes: chunk_size,
  missing: [...missing_chunks],
})

async function sameSession({ workspace, uploadKey = '' }: Upload): Promise<Session> {
  return sessionOf((await call('files.getUpload', { workspace, upload_key: uploadKey })).data)
}

async function openUpload({ workspace, name, size, folderId }: Upload) {
  const body = { name, size, parent_id: folderId }
  return (await call('files.openUpload', { workspace, body })).data
}

/** The server resumes by name and size alone. What another file of these may have sent is not resumed. */
async function newSession(upload: Upload): Promise<Session> {
  const { workspace } = upload
  const opened = await openUpload(upload)
  if (!opened.resumed) return sessionOf(opened)
  if (upload.reopened) throw new Refusal(uploadsWords.elsewhere)
  await ifThere(() => call('files.abortUpload', { workspace, upload_key: opened.upload_key }))
  const again = await openUpload(upload)
  if (again.resumed) throw new Refusal(uploadsWords.elsewhere)
  return sessionOf(again)
}

export function countArrived(upload: Upload): void {
  const { session, size } = upload
  if (!session) return
  const { chunkBytes, missing } = session
  const last = Math.ceil(size / chunkBytes) - 1
  const bytesOf = (index: number) => (index === last ? size - last * chunkBytes : chunkBytes)
  upload.arrived = missing.reduce((left, index) => left - bytesOf(index), size)
}

async function send(upload: Upload, ports: StepPorts): Promise<void> {
  const { file, session, workspace } = upload
  const index = session?.missing.shift()
  if (!file || !session || index === undefined) return
  const { uploadKey, chunkBytes } = session
  const bytes = file.slice(index * chunkBytes, (index + 1) * chunkBytes)
  try {
    await counted(upload, ports, bytes.size, (sending) =>
      sendChunk({ workspace, uploadKey, index }, bytes, sending),
    )
  } catch (error) {
    session.missing.unshift(index)
    throw error
  }
}

async function complete(upload: Upload): Promise<void> {
  const { workspace, uploadKey = '' } = upload
  upload.doubtful = true
  await call('files.completeUpload', { workspace, upload_key: uploadKey })
  upload.sent = true
}

async function replace({ workspace, replaces }: Upload): Promise<void> {
  for (const id of replaces) await ifThere(() => call('files.deleteFile', { workspace, id }))
}

/** Someone else may have ended or deleted it meanwhile. */
async function ifThere(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 410)) throw error
  }
}

/** A reason that is shown as it is. */
export class Refusal extends Error {}
