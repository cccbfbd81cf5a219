import type { Request } from 'autocannon'
import { callServer } from '../../src/cli/client.ts'
import type { ServerUrls } from '../../test/server.ts'

/** A workspace with a file and a message, and the keys that read them. */
export interface Workspace {
  readonly filesKey: string
  readonly smsKey: string
  readonly fileId: string
  readonly messageId: number
}

const caps = ['--per-minute', '100000000', '--per-day', '1000000000']

export async function makeWorkspaces(
  dataDir: string,
  urls: ServerUrls,
  count: number,
): Promise<readonly Workspace[]> {
  const command = async (...words: readonly string[]): Promise<Record<string, string | number>> => {
    const outcome = await callServer(dataDir, [...words, '--json'])
    if (outcome?.exit !== 0) throw new Error(`${words.join(' ')} failed: ${outcome?.stderr}`)
    return JSON.parse(outcome.stdout) as Record<string, string | number>
  }
  await command('numbers', 'add', '--phone', '+12025550100', '--carrier', 'simulator', '--pool')
  const workspaces: Workspace[] = []
  for (let at = 0; at < count; at++) {
    const person = ['--email', `bench-${at}@example.com`, '--first-name', 'Ben', '--last-name', 'Ch']
    const user = await command('users', 'create', ...person)
    const owned = ['--user', `${user['id']}`, '--workspace', `${user['workspace_id']}`]
    const files = await command('keys', 'create', '--service', 'files', ...owned, '--scopes', '*', ...caps)
    const scopes = ['--scopes', 'messages:send,messages:read', '--per-minute', '100000000']
    const sms = await command('keys', 'create', '--service', 'sms', ...owned, ...scopes)
    const [filesKey, smsKey] = [`${files['key']}`, `${sms['key']}`]
    workspaces.push({
      filesKey,
      smsKey,
      fileId: await upload(urls, filesKey),
      messageId: await send(urls, smsKey),
    })
  }
  return workspaces
}

async function upload(urls: ServerUrls, key: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob(['one file']), 'bench.txt')
  const answer = await fetch(`${urls.files_origin_url}/api/v1/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${key}` },
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

async function send(urls: ServerUrls, key: string): Promise<number> {
  const answer = await fetch(`${urls.sms_base_url}/api/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ to: '+12025550123', body: 'one message' }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  return ((await answer.json()) as { messages: { id: number }[] }).messages[0]?.id ?? 0
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export const readFileObject = ({ filesKey, fileId }: Workspace): Request[] => [
  { path: `/api/v1/files/${fileId}`, headers: bearer(filesKey) },
]

export const readMessage = ({ smsKey, messageId }: Workspace): Request[] => [
  { path: `/api/v1/messages/${messageId}`, headers: bearer(smsKey) },
]

/** Nine reads of a file object, then one rename. */
export function readsAndRename(workspace: Workspace): Request[] {
  const reads = Array.from({ length: 9 }, () => readFileObject(workspace)).flat()
  const rename = (name: string): Request => ({
    method: 'PATCH',
    path: `/api/v1/files/${workspace.fileId}`,
    headers: { ...bearer(workspace.filesKey), 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  return [...reads, rename('first.txt'), ...reads, rename('second.txt')]
}
