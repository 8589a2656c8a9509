import { expect, it } from 'vitest'
import { FolderTable } from './folder-table.ts'

it('knows paths by their parts, of thousands of folders', () => {
  const table = new FolderTable()
  table.add(1, '/music')
  for (let n = 2; n < 5_000; n++) table.add(n, `Größe ${n}`, 1)
  table.add(5_000, 'deep', 4_999)
  expect(table.count).toBe(5_000)
  expect(table.pathOf(5_000)).toBe('/music/Größe 4999/deep')
  expect(table.isTop(1)).toBe(true)
  expect(table.isTop(2)).toBe(false)
})

it('forgets folders, and does not know what is in them', () => {
  const table = new FolderTable()
  table.add(1, '/music')
  table.add(2, 'a', 1)
  table.add(3, 'b', 2)
  table.delete(2)
  expect([table.count, table.pathOf(2), table.pathOf(3), table.pathOf(9)]).toEqual([
    2,
    undefined,
    undefined,
    undefined,
  ])
})

it('deletes folders with all in them, not others of their names', () => {
  const table = new FolderTable()
  table.add(1, '/music')
  table.add(2, 'Größe', 1)
  table.add(3, 'Bo', 1)
  table.add(4, 'Bo', 2)
  table.add(5, 'deep', 4)
  table.add(6, 'Größer', 1)
  // Its folder above was watched later.
  table.add(7, 'Größe', 8)
  table.add(8, 'Cy', 2)
  const tops = [
    { parent: 1, name: 'Größe' },
    { parent: 3, name: 'Bo' },
  ]
  expect(table.deleteWithin(tops)).toEqual([2, 4, 5, 7, 8])
  expect([table.count, table.pathOf(3), table.pathOf(6)]).toEqual([3, '/music/Bo', '/music/Größer'])
})

it('is worn when most of its memory holds names that are gone', () => {
  const table = new FolderTable()
  table.add(1, '/music')
  for (let n = 2; n < 40_000 && !table.isWorn; n++) {
    table.add(n, 'a name of a folder that somebody makes and removes', 1)
    table.delete(n)
  }
  expect(table.isWorn).toBe(true)
})
