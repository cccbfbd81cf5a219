import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../test/until.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

type Words = readonly (string | number)[]

interface Printed {
  readonly requests: readonly {
    readonly id: number
    readonly request_id: string
    readonly operation: string | null
  }[]
  readonly next_before: number | null
}

const listed = async (...words: Words): Promise<Printed> =>
  (await line.printed('requests', 'list', ...words)) as unknown as Printed

describe('requests list', () => {
  test('shows the requests of a workspace, newest first, in pages and by filter', async () => {
    const { app } = line
    const tenant = await app.tenant()
    const { id, key } = await tenant.key('files')
    const workspace = ['--workspace', tenant.workspaceId] as const
    // Over a connection, because requests in memory never look complete.
    const address = await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    const call = async (path: string) => {
      const response = await fetch(`${address}/api/v1${path}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await response.arrayBuffer()
      return response
    }
    await call('/files')
    const refused = await call('/files/none')
    await call('/nothing')
    await until(async () => (await listed(...workspace)).requests.length === 3)
    const operations = async (...words: Words) =>
      (await listed(...workspace, ...words)).requests.map(({ operation }) => operation)
    expect(await operations()).toEqual([null, 'getFile', 'listFiles'])
    expect(await operations('--key', id, '--user', tenant.userId)).toHaveLength(3)
    expect(await operations('--key', id + 1000)).toEqual([])
    expect(await operations('--status', 'ok')).toEqual(['listFiles'])
    expect(await operations('--status', '4xx')).toEqual([null, 'getFile'])
    expect(await operations('--code', 'not_found')).toEqual([null, 'getFile'])
    expect(await operations('--request', refused.headers.get('x-request-id') ?? '')).toEqual(['getFile'])
    const first = await listed(...workspace, '--limit', 2)
    expect(first.next_before).toBe(first.requests[1]?.id)
    expect(await operations('--before', first.next_before ?? 0)).toEqual(['listFiles'])
    const { stdout } = await line.run('requests', 'list', ...workspace)
    expect(stdout).toContain(`key ${id} of user ${tenant.userId}`)
    expect(stdout).toContain('/files/{id}')
  })

  test('says when there are none, and refuses an unknown workspace', async () => {
    const { id } = await line.organization()
    expect((await line.run('requests', 'list', '--workspace', id)).stdout).toContain(
      'There are no such requests.',
    )
    expect(await line.refusal('requests', 'list', '--workspace', 987_654)).toContain('987654')
  })
})
