import { randomFillSync } from 'node:crypto'
import type { Call } from './office.ts'
import { samplePhoto } from './sample-photo.ts'

const folders = ['Brand', 'Contracts', 'Invoices 2026', 'Photos of the workshop', 'Research'] as const

const documents = [
  ['Annual report.pdf', 842_000],
  ['Budget 2027.xlsx', 96_400],
  ['Customer interviews.docx', 318_000],
  ['Demo of the engine.mp4', 3_400_000],
  [
    'Minutes of the board.md',
    '# Minutes of the board\n\n- The new engine is on time.\n- The museum asks for an offer.\n',
  ],
  ['Price list.csv', 'Part,Price\nMill,1200.00\nStore,2400.00\nPrinter,860.00\n'],
  ['Site plan.png', 'photo'],
  ['Team.jpg', 'photo'],
] as const

const photos = 12

/** A text, a photo, or so many random bytes. */
async function bytesOf(content: string | number, at: number): Promise<Uint8Array<ArrayBuffer>> {
  if (content === 'photo') return new Uint8Array(await samplePhoto(at))
  return typeof content === 'string'
    ? new TextEncoder().encode(content)
    : randomFillSync(new Uint8Array(content))
}

/** A shared folder of pictures. */
export interface Album {
  readonly id: string
}

/** What lies in the files of an office, with a folder of pictures that is shared. */
export async function addFiles(call: Call, below: string): Promise<Album> {
  const idOf = async (path: string, body: object | FormData) =>
    ((await call(`${below}${path}`, body)).data as Album).id
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>, parentId?: string) => {
    const form = new FormData()
    if (parentId !== undefined) form.append('parent_id', parentId)
    form.append('file', new Blob([bytes]), name)
    return idOf('/files/files', form)
  }
  const ids = new Map<string, string>()
  for (const name of folders) ids.set(name, await idOf('/files/folders', { name, parent_id: null }))
  for (const [at, [name, content]] of documents.entries()) await upload(name, await bytesOf(content, at))
  await call(`${below}/files/shares`, { file_id: id, status: 'public' })
  return { id }
}
