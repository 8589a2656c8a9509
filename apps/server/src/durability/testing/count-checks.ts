import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { FIRST_SIZES } from '../../media/pictures/encoded-picture.ts'
import { UPLOADS } from '../../media/pictures/picture-path.ts'
import type { MediaStorage } from '../../media/storage/media-storage.ts'
import { toArray } from '../../object-storage/to-array.ts'

/** Expects every stored count to equal the rows that it counts, every upload to have its files, and a sound database. */
export async function checkConsistency({ db, dialect }: OpenDatabase, storage: MediaStorage): Promise<void> {
  const wrong = await sql<{ what: string; id: string; stored: number; counted: number }>`
    select 'followers' as what, id, followers as stored, counted from (select id, followers,
      (select count(*) from follows where artist_id = artists.id) as counted from artists) a
      where followers <> counted
    union all select 'plays of a track', id, play_count, counted from (select id, play_count,
      (select count(*) from counted_tracks where track_id = tracks.id) as counted from tracks) t
      where play_count <> counted
    union all select 'plays of an album', id, play_count, counted from (select id, play_count,
      (select count(*) from counted_albums where album_id = albums.id) as counted from albums) b
      where play_count <> counted`.execute(db)
  expect(wrong.rows).toEqual([])
  const files = await toArray(storage.list(`${UPLOADS}/`))
  for (const { id } of await db.selectFrom('uploads').select('id').execute()) {
    const own = files.filter(({ name }) => name.includes(id))
    expect(own.length, `files of the upload ${id}`).toBe(1 + FIRST_SIZES.length)
    for (const file of own) expect((await file.stat())?.size, file.name).toBeGreaterThan(0)
  }
  if (dialect !== 'sqlite') return
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
}

/** Expects that no account with one of these addresses is left. */
export async function checkDeleted({ db }: OpenDatabase, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const left = await db.selectFrom('users').select('email').where('email', 'in', emails).execute()
  expect(left).toEqual([])
}
