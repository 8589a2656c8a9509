import { afterEach, describe, expect, it } from 'vitest'
import { FileReader } from './file-reader.ts'

const program = new URL('../testing/odd-worker.ts', import.meta.url)
let reader: FileReader

afterEach(() => reader.close())

describe('FileReader', () => {
  it.each([
    ['hangs', 'reading it took too long'],
    ['dies', 'reading it ended the reader'],
    ['throws', 'reading it failed (out of order)'],
    ['eats', 'reading it took too much memory'],
  ])('goes on after a file that %s', async (name, reason) => {
    reader = new FileReader({ program, timeLimit: name === 'hangs' ? 300 : 20_000 })
    const paths = ['a', name, 'b', 'c', name]
    const { results } = await reader.read(paths.map(path => ({ path, lrc: '', placeholder: undefined })))
    expect(results.map(result => [result.path, 'problem' in result && result.problem])).toEqual([
      ['a', 'read a'],
      [name, reason],
      ['b', 'read b'],
      ['c', 'read c'],
      [name, reason],
    ])
  })

  it('returns results in order, for any number of files', async () => {
    reader = new FileReader({ program })
    const paths = Array.from({ length: 100 }, (_, n) => `file ${n}`)
    const { results } = await reader.read(paths.map(path => ({ path, lrc: '', placeholder: undefined })))
    expect(results.map(result => result.path)).toEqual(paths)
  })
})
