import { afterEach, describe, expect, it } from 'vitest'
import { FileReader } from './phase-2-read-files.ts'

const program = new URL('./testing/odd-worker.ts', import.meta.url)
let reader: FileReader

afterEach(() => reader.close())

describe('reading in threads', () => {
  it.each([
    ['hangs', 'reading it took too long'],
    ['dies', 'reading it ended the reader'],
    ['throws', 'reading it failed (out of order)'],
    ['eats', 'reading it took too much memory'],
  ])('goes on after a file that %s', async (name, reason) => {
    reader = new FileReader({ program, timeLimit: name === 'hangs' ? 300 : 20_000 })
    const paths = ['a', name, 'b', 'c', name]
    const { answers } = await reader.read(paths.map(path => ({ path, lrc: '', promised: undefined })))
    expect(answers.map(answer => [answer.path, 'problem' in answer && answer.problem])).toEqual([
      ['a', 'read a'],
      [name, reason],
      ['b', 'read b'],
      ['c', 'read c'],
      [name, reason],
    ])
  })

  it('answers in order, however many files', async () => {
    reader = new FileReader({ program })
    const paths = Array.from({ length: 100 }, (_, n) => `file ${n}`)
    const { answers } = await reader.read(paths.map(path => ({ path, lrc: '', promised: undefined })))
    expect(answers.map(answer => answer.path)).toEqual(paths)
  })
})
