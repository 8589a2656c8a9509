import { readFileSync } from 'node:fs'
import type { FoundKind } from '@refrain/contract/catalogue/search'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { seed } from '../../../testing/seed.ts'
import { searchCatalogue } from '../search-store.ts'
import { inventCatalogue } from './testing/invent-catalogue.ts'

/** How many of the first are looked at. */
const FIRST = 10
/** The share of queries that find what they mean among the first. */
const RECALL = { exact: 0.99, error: 0.95 }

interface LabelledQuery {
  /** Whether one letter is wrong, missing, too many or swapped. */
  readonly by: keyof typeof RECALL
  readonly kind: FoundKind
  readonly query: string
  readonly meant: string
}

function readLabelled(): LabelledQuery[] {
  const text = readFileSync(new URL('./testing/labelled-queries.tsv', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map(line => {
      const [by, kind, query = '', meant = ''] = line.split('\t')
      return { by, kind, query, meant } as LabelledQuery
    })
}

/** Each of so many is asked: all of them take a minute of a busy machine. */
const SAMPLED = { sqlite: 2, postgres: 5 } as const

onBothDatabases('labelled queries', openDatabase => {
  it('find what they mean among the first ten', { timeout: 120_000 }, async () => {
    const open = await openDatabase()
    const { artists, albums, tracks } = inventCatalogue()
    await open.db.transaction().execute(async tx => {
      const put = seed(tx)
      const artistIds: string[] = []
      for (const { name } of artists) artistIds.push(await put.artist(name))
      const albumIds: string[] = []
      for (const { title, artist } of albums) albumIds.push(await put.album(title, artistIds[artist]!))
      for (const { title, album } of tracks) {
        await put.track(title, albumIds[album]!, [artistIds[albums[album]!.artist]!])
      }
    })
    const all = readLabelled()
    expect(all).toHaveLength(500)
    const labelled = all.filter((_, n) => n % SAMPLED[open.dialect] === 0)
    const missed: LabelledQuery[] = []
    for (const one of labelled) {
      const found = await searchCatalogue(open, one.query)
      const names = found[one.kind].map(row => ('name' in row ? row.name : row.title))
      if (!names.slice(0, FIRST).includes(one.meant)) missed.push(one)
    }
    for (const by of ['exact', 'error'] as const) {
      const count = labelled.filter(one => one.by === by).length
      const failed = missed.filter(one => one.by === by)
      // Of few queries, one may be missed.
      const most = Math.max(1, (1 - RECALL[by]) * count)
      expect(failed.length, JSON.stringify(failed, null, 1)).toBeLessThanOrEqual(most)
    }
  })
})
