import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { QuickStats } from './quick-stats.ts'

it.each([
  ['quick', 0],
  ['slow', 50],
])('finds files in their order, and errors in place of those that are gone, on a %s disk', async (_, ms) => {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-stats-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const sizes = [1, 2, 3]
  for (const size of sizes) writeFileSync(join(folder, `${size}`), 'x'.repeat(size))
  let now = 0
  const stats = new QuickStats(() => {
    now += ms
    return now
  })
  const paths = ['1', 'gone', '2', '3'].map(name => join(folder, name))
  for (let n = 0; n < 3; n++) {
    const found = await stats.read(paths)
    expect(found.map(one => ('size' in one ? one.size : one.code))).toEqual([1, 'ENOENT', 2, 3])
  }
})
