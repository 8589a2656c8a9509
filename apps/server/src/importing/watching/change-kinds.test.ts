import { expect, it } from 'vitest'
import { classifyEvents } from './change-kinds.ts'
import type { FolderEvent } from './folder-events.ts'

const event = (kind: FolderEvent['kind'], name: string, isFolder = false): FolderEvent => ({
  ...{ kind, folder: '/m', path: `/m/${name}`, isFolder },
})
const known = async (paths: readonly string[]) => new Set(paths.filter(path => path.includes('known')))

it.each([
  ['a new file', [event('new', 'a.mp3'), event('written', 'a.mp3')], ['new', 'new']],
  ['a known file that a tag editor replaces', [event('written', 'known.mp3')], ['changed']],
  ['a picture that was edited', [event('written', 'cover.jpg')], ['changed']],
  ['a picture that was copied', [event('new', 'cover.jpg'), event('written', 'cover.jpg')], ['new', 'new']],
  ['a file that is no music', [event('new', 'notes.txt'), event('written', 'a.mp3.part')], []],
  ['a folder', [event('new', 'Ada', true)], ['new']],
  [
    'what was removed',
    [event('removed', 'known.mp3'), event('removed', 'Ada', true)],
    ['removed', 'removed'],
  ],
])('tells the meaning of %s', async (_, events, kinds) => {
  expect((await classifyEvents(events, known)).map(({ kind }) => kind)).toEqual(kinds)
})

it('asks about a bounded number of files', async () => {
  const events = Array.from({ length: 600 }, (_, n) => event('written', `known ${n}.mp3`))
  const asked = async () => expect.unreachable()
  expect(new Set((await classifyEvents(events, asked)).map(({ kind }) => kind))).toEqual(new Set(['new']))
})
