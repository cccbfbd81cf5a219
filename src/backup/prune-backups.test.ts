import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../../test/files-app.ts'
import { sweepBlobs } from '../files/blob/sweep-blobs.ts'
import { backupsApp, poolKeys } from './backups.testing.ts'

let opened: Awaited<ReturnType<typeof backupsApp>>
beforeAll(async () => {
  opened = await backupsApp()
})
afterAll(() => opened.close())

describe('old backups', () => {
  test('of a label are removed, then the blobs that no other backup names', async () => {
    const { app, backup, files, target } = opened
    for (const { name } of await target.list()) await target.remove(name)
    const first = await opened.uploaded('first.bin')
    const nightly = { label: 'nightly', keep: 2 } as const
    const manual = await backup()
    const firstKey = await opened.blobOf(first.id)
    const second = await opened.uploaded('second.bin')
    const secondKey = await opened.blobOf(second.id)
    const oldest = await backup(nightly)
    for (const { id } of [first, second]) await files.del(`/files/${id}`)
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).not.toContain(firstKey)
    await backup(nightly)
    expect(await poolKeys(target)).toContain(secondKey)
    await backup(nightly)
    const names = (await target.list()).map(({ name }) => name)
    expect(names).toHaveLength(3)
    expect(names).toContain(manual.name)
    expect(names).not.toContain(oldest.name)
    expect(await poolKeys(target)).toContain(firstKey)
    expect(await poolKeys(target)).not.toContain(secondKey)
  })

  test('do not replace a new one that looks older, because the clock was set back', async () => {
    const { app, backup, directory, target } = opened
    const later = ['bureau-20990101T000000Z-nightly.backup', 'bureau-20990102T000000Z-nightly.backup']
    const { name } = await backup()
    for (const copy of later) cpSync(join(directory, name), join(directory, copy))
    const created = await backup({ label: 'nightly', keep: 1 })
    const names = (await target.list()).map((archive) => archive.name)
    expect(names).toContain(created.name)
    expect(names).not.toContain(later[0])
    await target.remove(later[1] ?? '')
    expect(app.takeErrors()).toEqual([])
  })

  test('that cannot be read keep all blobs', async () => {
    const { backup, directory, target } = opened
    const key = 'z'.repeat(32)
    await target.blobs.write(key, Readable.from([Buffer.from('unknown')]), { bytesMax: 10 })
    writeFileSync(join(directory, 'broken.backup'), 'not a backup')
    await backup({ keep: 'all' })
    expect(await poolKeys(target)).toContain(key)
    rmSync(join(directory, 'broken.backup'))
    await backup({ keep: 'all' })
    expect(await poolKeys(target)).not.toContain(key)
  })
})
