import { connect } from 'node:net'
import { filesClient } from '../../../test/files-client.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { setQuota } from '../../files/public.ts'
import { logIn } from '../console.testing.ts'

/** A workspace of its own, with its owner in a browser. */
export async function ownerOf(app: TestApp, limitBytes: number | null = null) {
  const { key, userId, workspaceId } = await app.tenant()
  await setQuota(app.context, { workspaceId, limitBytes })
  const browser = await logIn(app, userId)
  const pathOf = (id: string, action: 'compress' | 'unzip') =>
    `/workspaces/${workspaceId}/items/${id}/${action}`
  return {
    workspaceId,
    browser,
    files: filesClient(app, (await key('files')).key),
    pathOf,
    run: (id: string, action: 'compress' | 'unzip') => browser.call('POST', pathOf(id, action)),
  }
}

export type Owner = Awaited<ReturnType<typeof ownerOf>>

interface Told {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What a stream told. */
export const toldIn = ({ text }: Pick<Answer, 'text'>): readonly Told[] =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data) as Told['data'],
  }))

/** The item of a `done`. */
export const madeBy = (data: Told['data'] = {}) => data['data'] as { readonly id: string }

/** Sends a request by hand and resolves with how to hang up, once `part` was received. */
export async function receiveUntil(
  port: number,
  { browser, pathOf }: Owner,
  [id, action]: readonly [string, 'compress' | 'unzip'],
  part: string,
): Promise<() => void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /console/v1${pathOf(id, action)} HTTP/1.1\r\nHost: x\r\nCookie: ${browser.cookie}\r\n` +
      'Sec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n\r\n',
  )
  let text = ''
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    text += String(bytes)
    if (text.includes(part)) break
  }
  return () => void socket.destroy()
}
