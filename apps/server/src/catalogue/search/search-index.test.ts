import { expect, it } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { upsertAlbum } from '../album-writer.ts'
import { findOrInsertArtist, renameArtist } from '../artist-writer.ts'
import { upsertTracks } from '../track-writer.ts'
import { searchCatalogue } from './search-store.ts'

async function countFound(open: OpenDatabase, query: string): Promise<number> {
  const { tracks, artists, albums } = await searchCatalogue(open, query)
  return tracks.length + artists.length + albums.length
}

onBothDatabases('the search index', openDatabase => {
  it('is updated with the name of an artist in the same transaction (SRCH-02)', async () => {
    const open = await openDatabase()
    const fresh = { id: 'ar1', sortName: 'zoë', color: '#335577', now: 1 }
    await open.db.transaction().execute(tx => findOrInsertArtist(tx, { name: 'Zoë', mbid: '' }, fresh))
    expect(await countFound(open, 'zoe')).toBe(1)
    const spelling = { name: 'Chloé', sortName: 'chloe' }
    await open.db.transaction().execute(tx => renameArtist(tx, 'ar1', spelling))
    expect([await countFound(open, 'zoe'), await countFound(open, 'chloe')]).toEqual([0, 1])
  })

  it('is updated with the title of an album (SRCH-03)', async () => {
    const open = await openDatabase()
    const artist_id = await seed(open.db).artist('Ada')
    const album = (title: string) => {
      const look = { profile_path: '', color: '#335577', thumbhash: '' }
      return {
        ...look,
        title,
        sort_title: title,
        named_by_folder: 0,
        has_broken_texts: 0,
        broken_texts: '',
        artist_id,
        artist_sort_name: '',
        credit_names: '',
        album_key: 'k',
        mbid: '',
        compilation: 0,
        release_date: '',
        original_date: '',
        record_labels: '[]',
        release_types: '[]',
      }
    }
    for (const title of ['Première', 'Seconde']) {
      await open.db.transaction().execute(tx => upsertAlbum(tx, 'al1', album(title), 1))
    }
    expect([await countFound(open, 'premiere'), await countFound(open, 'seconde')]).toEqual([0, 1])
  })

  it('is updated with the title of a track, and forgets deleted tracks (SRCH-01)', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const track = await put.track('Før', await put.album('Album', artist), [artist])
    const { search_title, added_at, play_count, available, ...row } = await open.db
      .selectFrom('tracks')
      .selectAll()
      .executeTakeFirstOrThrow()
    const renamed = {
      row: { ...row, title: 'Etter' },
      artists: [{ id: artist, role: 'main' as const, name: 'Chloé', sortName: '' }],
      credits: [],
      genreIds: [],
      lyrics: undefined,
      chapters: '',
    }
    await open.db.transaction().execute(tx => upsertTracks(tx, [renamed], 1))
    expect([await countFound(open, 'for'), await countFound(open, 'etter')]).toEqual([0, 1])
    await open.db.deleteFrom('tracks').where('id', '=', track).execute()
    expect(await countFound(open, 'etter')).toBe(0)
  })

  it('contains nothing that was rolled back', async () => {
    const open = await openDatabase()
    await open.db
      .transaction()
      .execute(async tx => {
        await seed(tx).artist('Nobody')
        throw new Error('broken off')
      })
      .catch(() => {})
    expect(await countFound(open, 'nobody')).toBe(0)
    await seed(open.db).artist('Somebody')
    expect(await countFound(open, 'body')).toBe(1)
  })

  it('stays correct when rows are deleted and ids reused', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const ids = [await put.artist('Alpha'), await put.artist('Beta'), await put.artist('Gamma')]
    await open.db.deleteFrom('artists').where('id', 'in', ids.slice(1)).execute()
    await put.artist('Delta')
    const found = await Promise.all(['alpha', 'beta', 'gamma', 'delta'].map(name => countFound(open, name)))
    expect(found).toEqual([1, 0, 0, 1])
  })
})
