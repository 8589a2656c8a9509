import { foldForSearch } from '@refrain/contract/fold-for-search'
import { countLimits } from '@refrain/contract/limits'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { searchCatalogue } from './search-store.ts'

const names = (records: readonly { name?: string; title?: string }[]) =>
  records.map(record => record.name ?? record.title)

async function addArtists(open: OpenDatabase, list: readonly { name: string; followers?: number }[]) {
  for (let at = 0; at < list.length; at += 500) {
    await open.db
      .insertInto('artists')
      .values(
        list.slice(at, at + 500).map(({ name, followers = 0 }, n) => ({
          id: `artist${String(at + n).padStart(5, '0')}`,
          name,
          sort_name: name,
          folded_name: name,
          search_name: foldForSearch(name),
          mbid: '',
          profile_path: '',
          color: '#335577',
          thumbhash: '',
          followers,
          created_at: 1,
        })),
      )
      .execute()
  }
}

onBothDatabases('the search store', openDatabase => {
  async function artistsFound(list: readonly string[], query: string): Promise<unknown[]> {
    const open = await openDatabase()
    await addArtists(
      open,
      list.map(name => ({ name })),
    )
    return names((await searchCatalogue(open, query)).artists)
  }

  it('ranks exact matches first, then prefixes, word prefixes, and the rest (SRCH-04)', async () => {
    const list = ['Glove', 'My Love', 'Rock (Love Mix)', 'Lovers', 'Love', 'Anti-Love', 'Beloved', 'LÖVE']
    expect(await artistsFound(list, 'love')).toEqual([
      'Love',
      'LÖVE',
      'Lovers',
      'Anti-Love',
      'My Love',
      'Rock (Love Mix)',
      'Beloved',
      'Glove',
    ])
  })

  it('ranks equal matches by popularity, then by title, then by id', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const album = await put.album('Rain', artist)
    const late = await put.track('Rain B', album, [artist])
    const popular = await put.track('Rain Z', album, [artist], { play_count: 2 })
    const first = await put.track('Rain A', album, [artist])
    const second = await put.track('Rain A', album, [artist])
    const { tracks } = await searchCatalogue(open, 'rain')
    expect(tracks.map(track => track.id)).toEqual([popular, first, second, late])
  })

  it('finds unavailable tracks with all their fields', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const album = await put.album('Weather', artist)
    await put.track('Rain', album, [artist], { available: 0 })
    const { tracks, albums } = await searchCatalogue(open, 'RAIN')
    expect(tracks).toEqual([
      expect.objectContaining({ title: 'Rain', albumTitle: 'Weather', available: false }),
    ])
    expect(albums).toEqual([])
    expect((await searchCatalogue(open, 'weather')).albums[0]?.tracks).toEqual([tracks[0]?.id])
  })

  it.each([
    ['%', ['100% Pure', 'b%c']],
    ['_', ['snake_case']],
    ['"', ['"Heroes"', 'So "Quoted"']],
    ['"Heroes"', ['"Heroes"']],
    ['*', ['*', 'a*b']],
    ['\\', ['back\\slash']],
    ['ack\\sl', ['back\\slash']],
    ["'", ['Rock ’n’ Roll', "Don't"]],
    ["'n'", ['Rock ’n’ Roll']],
    ['😀', ['smile 😀 now']],
    ['😀 n', ['smile 😀 now']],
    ['a* OR b', []],
    ['near(', []],
    ['form:a', []],
    ['%c', ['b%c']],
    ['\u0000', []],
    ['  ', []],
    ['\u0301', []],
  ])('takes %j as it is written (SRCH-05)', async (query, expected) => {
    const list = ['100% Pure', 'b%c', 'snake_case', 'snakeXcase', '"Heroes"', 'So "Quoted"', '*', 'a*b']
    list.push('back\\slash', "Don't", 'Rock ’n’ Roll', 'smile 😀 now', 'bare')
    expect(await artistsFound(list, query)).toEqual(expected)
  })

  it.each([
    ['愛', ['愛', '愛してる', '大好き愛']],
    ['東京', ['東京事変', '新東京']],
    ['사랑', ['사랑', '첫사랑']],
    ['사', ['사랑', '첫사랑']],
    ['любовь', ['Любовь', 'Моя любовь']],
    ['мой', ['Мой дом']],
    ['ёл', ['Елка']],
    ['محمد', ['مُحَمَّد']],
    ['שלום', ['שָׁלוֹם']],
    ['οδός', ['Οδός']],
    ['strasse', ['Die Straße']],
    ['royksop', ['Röyksopp']],
    ['motley crue', ['Mötley Crüe']],
  ])('finds %s in whatever script (SRCH-04)', async (query, expected) => {
    const list = [
      '愛',
      '愛してる',
      '大好き愛',
      '東京事変',
      '新東京',
      '사랑'.normalize('NFD'),
      '첫사랑',
      'Любовь',
    ]
    list.push('Моя любовь', 'Мой дом', 'Мои', 'Елка', 'مُحَمَّد', 'שָׁלוֹם', 'Οδός', 'Die Straße', 'Röyksopp')
    list.push('Mötley Crüe')
    const found = await artistsFound(list, query)
    expect(found.map(name => String(name).normalize('NFC'))).toEqual(expected)
  })

  it('finds nothing without a match, or in an empty catalogue (PROP-62)', async () => {
    const nothing = { tracks: [], artists: [], albums: [] }
    const open = await openDatabase()
    expect(await searchCatalogue(open, 'anything')).toEqual(nothing)
    await addArtists(open, [{ name: 'Ada' }])
    expect(await searchCatalogue(open, 'anything')).toEqual(nothing)
  })

  it('returns the best of very many matches, always the same (SRCH-02)', async () => {
    const open = await openDatabase()
    const list = Array.from({ length: 2_400 }, (_, n) => ({
      name: `${['Moonlight', 'Night of', 'All Night', 'Tonight'][n % 4]} ${n}`,
      followers: (n * 7) % 100,
    }))
    list.push({ name: 'Over Night', followers: 0 }, { name: 'Night', followers: 0 })
    await addArtists(open, list)
    for (const query of ['night', 'ight', 'gh', 'n', 't 1', 'll night', 'over ni', 'tonight 99']) {
      const expected = rankPlainly(list, query)
      const { artists } = await searchCatalogue(open, query)
      expect([query, names(artists)]).toEqual([query, expected.slice(0, countLimits.found.artists)])
    }
  })

  it('finds exactly what a scan of all titles finds (SRCH-04, SRCH-05)', async () => {
    const open = await openDatabase()
    const alphabet = [
      'a',
      'b',
      'A',
      'ä',
      'é',
      'ß',
      'ø',
      ' ',
      ' ',
      '-',
      "'",
      '"',
      '%',
      '_',
      '\\',
      '*',
      '(',
      '愛',
      '사',
      'й',
      '😀',
    ]
    const text = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(text(12), { minLength: 1, maxLength: 40 }),
        fc.array(text(4), { minLength: 1, maxLength: 8 }),
        async (titles, queries) => {
          await open.db.deleteFrom('artists').execute()
          const list = titles.map((name, n) => ({ name, followers: n % 3 }))
          await addArtists(open, list)
          for (const query of queries) {
            const found = names((await searchCatalogue(open, query)).artists)
            const written = rankPlainly(list, query)
            // What may be meant follows.
            expect(found.slice(0, written.length)).toEqual(written)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

/** What a search has to find, without any index. */
function rankPlainly(list: readonly { name: string; followers: number }[], query: string): string[] {
  const wanted = foldForSearch(query)
  const rank = (name: string) => {
    const form = foldForSearch(name)
    if (form === wanted) return 0
    if (form.startsWith(wanted)) return 1
    return [...' (["\'-/.¿¡'].some(before => form.includes(before + wanted)) ? 2 : 3
  }
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  return list
    .filter(({ name }) => wanted !== '' && foldForSearch(name).includes(wanted))
    .toSorted((a, b) => rank(a.name) - rank(b.name) || b.followers - a.followers || byBytes(a.name, b.name))
    .map(({ name }) => name)
}
