import { expect, it } from 'vitest'
import { pairMoved } from './moved-lists.ts'

const at = (path: string, size = 1, mtimeMs = 1) => ({ path, size, mtimeMs })
const CASES = [
  ['a moved folder', [at('/a/x.m3u'), at('/a/y.m3u')], [at('/b/x.m3u'), at('/b/y.m3u')], 2],
  ['a renamed file', [at('/a/x.m3u')], [at('/a/z.m3u')], 1],
  ['one of each kind', [at('/a/x.m3u'), at('/a/y.m3u')], [at('/b/x.m3u'), at('/b/z.m3u')], 2],
  ['another size', [at('/a/x.m3u')], [at('/b/x.m3u', 2)], 0],
  ['another time', [at('/a/x.m3u')], [at('/b/x.m3u', 1, 2)], 0],
  ['two copies', [at('/a/x.m3u')], [at('/b/x.m3u'), at('/c/x.m3u')], 0],
  ['two that are gone', [at('/a/x.m3u'), at('/b/x.m3u')], [at('/c/x.m3u')], 0],
] as const

it.each(CASES)('finds moved lists: %s', (_what, gone, found, pairs) => {
  expect(pairMoved(gone, found)).toHaveLength(pairs)
})
