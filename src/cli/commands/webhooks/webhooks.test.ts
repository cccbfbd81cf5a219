import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { sampleEvent, sampleEvents } from '../../../files/public.ts'
import { File } from '../../../files/item/model.ts'
import { Share } from '../../../files/share/model.ts'
import { Workspace } from '../../../files/workspace/model.ts'
import { sql } from '../../../platform/database/sql.ts'
import { catalog, wildcardEvents } from '../../../webhooks/webhook/catalog.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
let workspace: number
beforeAll(async () => {
  line = await commandLine()
  workspace = (await line.organization()).id
})
afterAll(() => line.close())

const sample = (event: (typeof sampleEvents)[number]) => sampleEvent(event, workspace, line.context.origins)
const trigger = (event: string) => line.printed('trigger', event, '--workspace', workspace)

describe('trigger', () => {
  test('knows every event of the catalogue but the reserved one, and those for * only', () => {
    const told = Object.keys(catalog).filter((name) => name !== 'member.added')
    expect(sampleEvents.toSorted()).toEqual([...told, ...wildcardEvents].toSorted())
  })

  test('makes an event that webhooks are told of', async () => {
    const { database } = line.app.context
    const { id } = await database.one<{ id: number }>(sql`
      insert into webhooks.webhook (workspace_id, created_by, name, url, events, active, sealed_secret, created_at)
      select ${workspace}, owner_id, 'Hook', 'https://hooks.example/', '{*}', true, '', now()
        from identity.workspace where id = ${workspace} returning id`)
    for (const event of sampleEvents) await trigger(event)
    const told = await database.rows<{ event: string; data: unknown }>(sql`
      select event, data from webhooks.delivery where webhook_id = ${id} order by id`)
    expect(told).toEqual(sampleEvents.map((event) => ({ event, data: sample(event).data })))
  })

  test('has links to the files origin of the installation', async () => {
    const { files } = line.context.origins
    expect(files).not.toContain('localhost')
    for (const event of ['file.created', 'folder.created', 'file.renamed', 'file.moved', 'file.deleted'])
      expect(await trigger(event)).toMatchObject({
        data: { share_url: expect.stringMatching(`^${files}/sl/`) as string },
      })
    for (const event of ['share.changed', 'share.expired'])
      expect(await trigger(event)).toMatchObject({
        data: { url: expect.stringMatching(`^${files}/sl/`) as string },
      })
  })

  test('has payloads of the shapes that the API shows', () => {
    const shapeOf = (name: string): z.ZodType | undefined => {
      if (name.startsWith('file.') || name.startsWith('folder.')) return File
      if (name.startsWith('share.')) return Share
      return name.startsWith('workspace.') ? Workspace : undefined
    }
    for (const name of sampleEvents) {
      const { data } = sample(name)
      expect(shapeOf(name)?.parse(data) ?? data).toEqual(data)
    }
  })

  test('refuses unknown events and workspaces', async () => {
    expect(await line.run('trigger', 'file.eaten', '--workspace', workspace)).toMatchObject({ exit: 2 })
    expect(await line.refusal('trigger', 'file.created', '--workspace', 987_654)).toMatch('987654')
  })
})

describe('events list', () => {
  test('shows the events of one workspace, and those after an id', async () => {
    const { id: other } = await line.organization()
    await line.printed('trigger', 'share.changed', '--workspace', other)
    await trigger('file.moved')
    const { events } = await line.printed('events', 'list', '--workspace', other)
    const [event, ...more] = events as { id: number }[]
    expect([event, more]).toMatchObject([{ event: 'share.changed', workspace_id: other }, []])
    const after = ['--after', event?.id ?? 0]
    expect(await line.printed('events', 'list', '--workspace', other, ...after)).toMatchObject({ events: [] })
    expect(await line.printed('events', 'list', '--workspace', workspace, ...after)).toMatchObject({
      events: [{ event: 'file.moved', data: sample('file.moved').data }],
      next_after: null,
    })
    expect(await line.refusal('events', 'list', '--workspace', 987_654)).toMatch('987654')
  })
})
