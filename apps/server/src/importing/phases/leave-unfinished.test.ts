import { expect, it } from 'vitest'
import type { AlbumFolder, CollectionFile } from '../collection/album-folders.ts'
import { leaveUnfinished } from './leave-unfinished.ts'

const NOW = 1_000_000_000
const SECOND = 1_000
const MINUTE = 60 * SECOND

/** @param age of the file when the import runs */
const file = (name: string, age: number): CollectionFile => ({
  ...{ path: `/m/${name}`, name, size: 1, mtimeMs: 1, changedMs: NOW - age, root: '/m', inside: name },
  ...{ lrc: '', beside: '' },
})
const album = (files: readonly CollectionFile[], covers: readonly CollectionFile[] = []): AlbumFolder => ({
  ...{ root: '/m', folder: '', files, sheets: [], covers, artistPictures: [] },
})

async function imported(one: AlbumFolder, isWhole = true) {
  const isNew = ({ name }: CollectionFile) => !name.startsWith('known')
  const left = await leaveUnfinished(one, isNew, NOW, async () => isWhole)
  return left?.files.map(({ name }) => name).join(' ') ?? 'nothing'
}

it.each([
  ['an album that has been quiet', album([file('a', 20 * SECOND), file('b', 10 * SECOND)]), 'a b'],
  ['nothing of one that is being copied', album([file('a', 20 * SECOND), file('b', 9 * SECOND)]), 'nothing'],
  ['nothing while its cover is copied', album([file('a', 20 * SECOND)], [file('c', SECOND)]), 'nothing'],
  ['nothing where the clock of a server is ahead', album([file('a', -30 * SECOND)]), 'nothing'],
  ['an album of a clock that is wrong by an hour', album([file('a', -60 * MINUTE)]), 'a'],
  ['known files at once', album([file('known', 0)]), 'known'],
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
