import { expect, it } from 'vitest'
import type { AlbumFolder, CollectionFile } from '../collection/album-folders.ts'
import { leaveUnfinished } from './leave-unfinished.ts'

const NOW = 1_000_000_000
const SECOND = 1_000
const MINUTE = 60 * SECOND

/**
 * @param age of the file when the import runs
 * @param born how long ago it was made, if it is still written
 */
const file = (name: string, age: number, born?: number): CollectionFile => ({
  ...{ path: `/m/${name}`, name, size: 1, mtimeMs: 1, changedMs: NOW - age, root: '/m', inside: name },
  ...{ lrc: '', beside: '' },
  ...(born !== undefined && { mtimeMs: NOW - age, bornMs: NOW - born }),
})
const album = (files: readonly CollectionFile[], covers: readonly CollectionFile[] = []): AlbumFolder => ({
  ...{ root: '/m', folder: '', files, sheets: [], covers, artistPictures: [] },
})

async function imported(one: AlbumFolder, isWhole = true) {
  const historyOf = ({ name }: CollectionFile) =>
    name.startsWith('known') ? 'changed' : name.startsWith('same') ? 'unchanged' : 'new'
  const left = await leaveUnfinished(one, historyOf, NOW, async () => isWhole)
  return left?.files.map(({ name }) => name).join(' ') ?? 'nothing'
}

it.each([
  ['an album that has been quiet', album([file('a', 20 * SECOND), file('b', 10 * SECOND)]), 'a b'],
  ['nothing of one that is being copied', album([file('a', 20 * SECOND), file('b', 9 * SECOND)]), 'nothing'],
  ['nothing while its cover is copied', album([file('a', 20 * SECOND)], [file('c', SECOND)]), 'nothing'],
  ['nothing where the clock of a server is ahead', album([file('a', -30 * SECOND)]), 'nothing'],
  ['an album of a clock that is wrong by an hour', album([file('a', -60 * MINUTE)]), 'a'],
  ['known files at once', album([file('known', 0)]), 'known'],
  ['known files that changed, not new ones beside them', album([file('known', 0), file('a', 0)]), 'known'],
  ['nothing that is the same beside new ones', album([file('same', MINUTE), file('a', 0)]), 'nothing'],
  ['nothing that grows, for five minutes', album([file('a', 0, 4 * MINUTE)]), 'nothing'],
  ['what has grown for five minutes', album([file('a', 0, 5 * MINUTE), file('b', 0)]), 'a'],
  ['an old album', album([file('a', 60 * MINUTE)], [file('c', 0)]), 'a'],
  [
    'what is whole, after five minutes',
    album([file('a', 5 * MINUTE), file('b', 6 * SECOND), file('c', SECOND)]),
    'a b',
  ],
])('imports %s', async (_, one, expected) => {
  expect(await imported(one)).toBe(expected)
})

it.each([
  ['nothing while a file does not reach to its end', album([file('a', MINUTE)]), 'nothing'],
  ['such a file after five minutes', album([file('a', 5 * MINUTE)]), 'a'],
  ['the others then', album([file('a', 5 * MINUTE), file('b', MINUTE)]), 'a'],
])('imports %s', async (_, one, expected) => {
  expect(await imported(one, false)).toBe(expected)
})

it('looks at albums of any number of files', async () => {
  const many = Array.from({ length: 150_000 }, () => file('a', 60 * MINUTE))
  expect((await leaveUnfinished(album(many), () => 'new', NOW))?.files).toHaveLength(150_000)
})
