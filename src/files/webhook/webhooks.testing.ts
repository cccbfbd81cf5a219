import { filesApp, jsonCaller } from '../../../test/files-app.ts'
import { dataOf } from '../../../test/files-client.ts'
import type { Answer } from '../../../test/harness.ts'
import { tableResolver } from '../../platform/outgoing/hosts.testing.ts'

/** A public host of the tests; the others cannot be told of anything. */
export const hookUrl = 'https://hooks.example/in'

const hosts = {
  'hooks.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'mixed.example': ['93.184.215.14', '10.0.0.1'],
}

export type WebhooksApp = Awaited<ReturnType<typeof webhooksApp>>

/** What tests read of a webhook in `data`. */
export type ShownWebhook = Readonly<Record<string, unknown>> & { readonly id: number }

export const webhookOf = (answer: Answer): ShownWebhook => {
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return (dataOf(answer) as unknown as { webhook: ShownWebhook }).webhook
}

/** An app, a tenant, and calls with keys of the people in its organization. */
export async function webhooksApp() {
  const opened = await filesApp({ outgoing: { resolver: tableResolver(hosts) } })
  const { app, tenant, api } = opened
  const callerOf = async (options: Parameters<typeof tenant.key>[1]) =>
    jsonCaller(app, (await tenant.key('files', options)).key)
  const callerAs = async (role: 'admin' | 'member') =>
    callerOf({ userId: (await app.member(tenant.workspaceId, role)).id })
  const ofOther = async () => {
    const other = await app.tenant()
    return { ...other, api: jsonCaller(app, (await other.key('files')).key) }
  }
  const create = (more: object = {}, call = api) =>
    call('POST', '/webhooks', { name: 'Hook', url: hookUrl, events: ['file.created'], ...more })
  return {
    ...opened,
    callerOf,
    callerAs,
    ofOther,
    create,
    /** Creates one and expects success. */
    made: async (more: object = {}, call = api) => webhookOf(await create(more, call)),
    folderKey: async () => callerOf({ folderId: (await opened.files.folder('Limited')).id }),
  }
}
