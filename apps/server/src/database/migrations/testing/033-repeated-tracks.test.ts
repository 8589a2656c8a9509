import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import type { OpenDatabase } from '../../open.ts'
import { repeatedTracks } from '../members/033-repeated-tracks.ts'
import { ONE_TRACK, runStatements, startBefore } from './start-before.ts'

onBothDatabases('the migration for repeated tracks', openDatabase => {
  /** A playlist with a track, and one of a forgotten track, as the steps before left them. */
  async function start(): Promise<OpenDatabase> {
    const open = await startBefore(repeatedTracks, await openDatabase())
    await runStatements(open, [
      `insert into users (id, name, email, folded_email, profile_path, created_at) values ('u', '', '', '', '', 1)`,
      ...ONE_TRACK,
      ...['full', 'empty'].map(
        id => `insert into playlists (id, user_id, kind, title, profile_path, color, thumbhash, version, created_at)
         values ('${id}', 'u', 'playlist', 'A', '', '', '', 1, 5)`,
      ),
      `insert into playlist_tracks (playlist_id, track_id, position, added_at) values ('full', 'tr', 7, 9)`,
      `insert into forgotten_tracks (id, audio_id, forgotten_at) values ('gone', 'gone', 1)`,
      `insert into forgotten_places (playlist_id, track_id, position, added_at) values ('full', 'gone', 8, 9)`,
    ])
    await runStatements(open, repeatedTracks[open.dialect])
    return open
  }

  it('keeps all entries, and allows further ones of the same track', async () => {
    const { db } = await start()
    const kept = { playlist_id: 'full', added_at: 9, copy: 0 }
    expect(await db.selectFrom('playlist_tracks').selectAll().execute()).toEqual([
      { ...kept, track_id: 'tr', position: 7 },
    ])
    expect(await db.selectFrom('forgotten_places').selectAll().execute()).toEqual([
      { ...kept, track_id: 'gone', position: 8 },
    ])
    const again = { playlist_id: 'full', track_id: 'tr', position: 10, added_at: 10 }
    await db
      .insertInto('playlist_tracks')
      .values({ ...again, copy: 1 })
      .execute()
    await expect(db.insertInto('playlist_tracks').values(again).execute()).rejects.toThrow()
    await db.deleteFrom('playlists').execute()
    expect(await db.selectFrom('playlist_tracks').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('forgotten_places').selectAll().execute()).toEqual([])
  })

  it('takes the latest known time of a change', async () => {
    const { db } = await start()
    const rows = await db
      .selectFrom('playlists')
      .select(['id', 'changed_at', 'comment'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 'empty', changed_at: 5, comment: '' },
      { id: 'full', changed_at: 9, comment: '' },
    ])
  })
})
