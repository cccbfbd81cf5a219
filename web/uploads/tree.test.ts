import { expect, test } from 'vitest'
import { treeOf } from './tree.ts'

const picked = (path: string) => {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return { file: name === '' ? undefined : new File([], name), folders: parts }
}

test('each folder is in the tree once, empty ones too', () => {
  const root = treeOf(['a/b/1.txt', 'a/b/2.txt', 'a/3.txt', '4.txt', 'a/c/'].map(picked), 'abc12345')
  expect(root).toMatchObject({ id: 'abc12345', path: [], files: [{ file: { name: '4.txt' } }] })
  expect([...root.folders.keys()]).toEqual(['a'])
  const a = root.folders.get('a')
  expect(a).toMatchObject({ id: undefined, path: ['a'], files: [{ file: { name: '3.txt' } }] })
  expect([...(a?.folders.keys() ?? [])]).toEqual(['b', 'c'])
  expect(a?.folders.get('b')?.files.map(({ file }) => file.name)).toEqual(['1.txt', '2.txt'])
  expect(a?.folders.get('c')).toMatchObject({ path: ['a', 'c'], files: [] })
})
