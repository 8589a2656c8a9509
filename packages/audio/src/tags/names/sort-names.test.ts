import { describe, expect, it } from 'vitest'
import { memoryBytes } from '../../bytes/file-bytes.ts'
import { readTags } from '../read-tags.ts'
import { DEFAULT_RULE, makeNameRule } from './name-rule.ts'
import { giveSortNames } from './sort-names.ts'
import { splitNames } from './split-names.ts'
import { type TagFormat, type TaggedFields, taggedBytes } from './testing/tagged-bytes.ts'
import { NO_NAMES } from './written-names.ts'

const read = async (format: TagFormat, fields: TaggedFields) =>
  (await readTags(memoryBytes(taggedBytes(format, fields)))).tags.sortTexts

describe.each(['id3v2.2', 'id3v2.3', 'id3v2.4', 'vorbis', 'mp4'] as const)(
  'fields for sorting in %s',
  format => {
    it('are read', async () => {
      const fields = {
        ARTISTSORT: ['Beatles, The'],
        ALBUMARTISTSORT: ['Martin, George'],
        ALBUMSORT: ['White Album'],
        TITLESORT: ['9'],
      }
      expect(await read(format, fields)).toEqual({
        artists: ['Beatles, The'],
        albumArtists: ['Martin, George'],
        album: 'White Album',
        title: '9',
      })
    })

    it('may be missing', async () => {
      expect(await read(format, { TITLE: ['One'] })).toEqual({
        ...{ artists: [], albumArtists: [], album: '', title: '' },
      })
    })
  },
)

it.each(['id3v2.4', 'vorbis', 'mp4'] as const)('several values in %s are a list', async format => {
  const { artists } = await read(format, { ARTISTSORT: ['Ek, Ada', 'Bo'] })
  expect(artists).toEqual(['Ek, Ada', 'Bo'])
})

/** Names with their sort names in brackets. */
function sorted(names: string, texts: readonly string[], rule = DEFAULT_RULE): string[] {
  const split = splitNames({ ...NO_NAMES, values: [names] }, rule)
  return giveSortNames(split, texts, rule, () => false).map(({ name, sortName }) =>
    sortName === undefined ? name : `${name} (${sortName})`,
  )
}

describe('sort names are given', () => {
  it.each([
    ['The Beatles', ['Beatles, The'], ['The Beatles (Beatles, The)']],
    ['Ada Ek', [], ['Ada Ek']],
    ['Ada Ek; Bo Ås', ['Ek, Ada; Ås, Bo'], ['Ada Ek (Ek, Ada)', 'Bo Ås (Ås, Bo)']],
    ['Ada Ek; Bo Ås', ['Ek, Ada', 'Ås, Bo'], ['Ada Ek (Ek, Ada)', 'Bo Ås (Ås, Bo)']],
    ['Ada Ek; Bo Ås', ['Ek, Ada & Ås, Bo'], ['Ada Ek', 'Bo Ås']],
    ['Ada Ek feat. Bo Ås', ['Ek, Ada feat. Ås, Bo'], ['Ada Ek (Ek, Ada)', 'Bo Ås']],
    ['Ada Ek feat. Bo Ås', ['Ek, Ada'], ['Ada Ek (Ek, Ada)', 'Bo Ås']],
    ['Ada Ek', ['Ek, Ada', 'Ås, Bo'], ['Ada Ek']],
  ])('to %s by %j', (names, texts, expected) => {
    expect(sorted(names, texts)).toEqual(expected)
  })

  it('by their places, where guests have values of their own', () => {
    const names = [
      { name: 'Ada Ek', mbid: '', role: 'main' },
      { name: 'Bo Ås', mbid: '', role: 'guest' },
    ] as const
    const [lead, guest] = giveSortNames(names, ['Ek, Ada', 'Ås, Bo'], DEFAULT_RULE, () => false)
    expect([lead?.sortName, guest?.sortName]).toEqual(['Ek, Ada', undefined])
  })

  it('whole to a single artist, where a comma separates', () => {
    expect(sorted('The Beatles', ['Beatles, The'], makeNameRule([',']))).toEqual([
      'The Beatles (Beatles, The)',
    ])
  })
})
