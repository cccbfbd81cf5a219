import { describe, expect, test } from 'vitest'
import { folderOf, productionFiles } from './source.ts'

/** A folder below `src/<area>/`, or a file that lies directly in it. */
const roomOf = (path: string): string => {
  const folder = path.slice(0, path.lastIndexOf('/'))
  return folder.split('/').length > 2 ? folder : path
}

/** The groups of rooms that import each other, directly or through others (Tarjan). */
function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (room: string): void => {
    index.set(room, index.size)
    low.set(room, index.get(room) ?? 0)
    stack.push(room)
    for (const target of edges.get(room) ?? []) {
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(room, Math.min(low.get(room) ?? 0, low.get(target) ?? 0))
    }
    if (low.get(room) !== index.get(room)) return
    const cycle = stack.splice(stack.indexOf(room))
    if (cycle.length > 1) cycles.push(cycle.toSorted())
  }
  for (const room of edges.keys()) if (!index.has(room)) visit(room)
  return cycles
}

const areas = [...new Set(productionFiles.map(({ path }) => folderOf(path)))].filter(
  (area) => !area.endsWith('.ts'),
)

describe('folders', () => {
  test.each(areas)('of %s import each other in one direction, types included', (area) => {
    const edges = new Map<string, Set<string>>()
    for (const { path, imports } of productionFiles) {
      if (folderOf(path) !== area) continue
      const room = roomOf(path)
      const targets = edges.get(room) ?? new Set()
      edges.set(room, targets)
      for (const target of imports)
        if (target.startsWith(`src/${area}/`) && roomOf(target) !== room) targets.add(roomOf(target))
    }
    expect(cyclesOf(edges)).toEqual([])
  })
})
