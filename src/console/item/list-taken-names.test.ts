import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { logIn, type Browser } from '../console.testing.ts'
import { itemsOf, type Items } from './items.testing.ts'

let app: TestApp
let tenant: Tenant
let owner: Browser
let items: Items
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
  items = itemsOf(app, owner, tenant.workspaceId)
})
afterAll(() => app.close())

const taken = (parentId: string | null, names: readonly string[]) =>
  owner.data<unknown[]>('POST', `${items.path}/items/names`, { parent_id: parentId, names })
const refusal = (body: object, browser = owner) => browser.refusal('POST', `${items.path}/items/names`, body)

describe('listTakenNames', () => {
  test('answers the names that are taken in this folder as they were asked, in their order', async () => {
    const folder = await items.folder('Photos')
    const street = await items.file('Straße.txt', 'x', folder)
    const smile = await items.folder('😀', folder)
    await items.file('elsewhere.txt')
    await items.file('below.txt', 'x', smile)
    const names = ['😀', 'elsewhere.txt', 'STRASSE.TXT', 'below.txt', 'straße.txt', 'free', 'Stra']
    expect(await taken(folder, names)).toEqual([
      { name: '😀', id: smile, type: 'folder' },
      { name: 'STRASSE.TXT', id: street, type: 'file' },
      { name: 'straße.txt', id: street, type: 'file' },
    ])
  })

  test('looks in the root for null', async () => {
    const id = await items.file('At the top.txt')
    expect(await taken(null, ['at the TOP.txt', 'below.txt'])).toEqual([
      { name: 'at the TOP.txt', id, type: 'file' },
    ])
    await items.folder('top', await items.folder('Deeper'))
    expect(await taken(null, ['top'])).toEqual([])
  })

  test('answers one file and one folder of those with an equal name, and each asked name once', async () => {
    const folder = await items.folder('Twins')
    const files = [await items.file('a', 'x', folder), await items.file('A', 'y', folder)]
    const sub = await items.folder('a', folder)
    expect(await taken(folder, ['a', 'a', 'b', 'a'])).toEqual([
      { name: 'a', id: sub, type: 'folder' },
      { name: 'a', id: files.toSorted()[0], type: 'file' },
    ])
  })

  test('takes 1,000 names of any characters, also those that nothing can have', async () => {
    const folder = await items.folder('Many')
    const id = await items.file('n 999.txt', 'x', folder)
    const odd = ['', ' ', '.', '..', 'a/b', 'a\0b', '\ud800', 'x'.repeat(300), "'; --", '%', '{1,2}', '"\\']
    const names = [
      ...odd,
      ...Array.from({ length: 1000 - odd.length }, (_, at) => `N ${at + odd.length}.txt`),
    ]
    expect(names.length).toBe(1000)
    expect(await taken(folder, names)).toEqual([{ name: 'N 999.txt', id, type: 'file' }])
    expect(await taken(folder, odd)).toEqual([])
  })

  test('is invalid_names without names, with over 1,000, and with others than strings', async () => {
    for (const names of [[], Array.from({ length: 1001 }, () => 'a'), [1], ['a', null], 'a', undefined, {}])
      expect(await refusal({ parent_id: null, names })).toEqual([400, 'invalid_names'])
  })

  test('of an unknown folder, and of one of another workspace, is folder_not_found', async () => {
    const other = await app.tenant()
    const stranger = await logIn(app, other.userId)
    const theirs = await itemsOf(app, stranger, other.workspaceId).folder('Theirs')
    const personal = await itemsOf(app, owner, tenant.personalId).folder('Elsewhere')
    for (const parentId of ['zzzzzzzz', '', 'a\0', theirs, personal, 5, undefined])
      expect(await refusal({ parent_id: parentId, names: ['a'] })).toEqual([404, 'folder_not_found'])
    expect(await refusal({ parent_id: null, names: ['a'] }, stranger)).toEqual([404, 'workspace_not_found'])
  })

  test('of a file is not_a_folder', async () => {
    const file = await items.file('file.txt')
    expect(await refusal({ parent_id: file, names: ['a'] })).toEqual([400, 'not_a_folder'])
  })

  test('is for members, as long as they are', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const member = await logIn(app, id)
    expect(
      (await member.call('POST', `${items.path}/items/names`, { parent_id: null, names: ['a'] })).status,
    ).toBe(200)
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId: id }))
    expect(await refusal({ parent_id: null, names: ['a'] }, member)).toEqual([404, 'workspace_not_found'])
  })
})
