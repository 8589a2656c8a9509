import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { insertListens } from '../../listening/listens/listen-writer.ts'
import { seed } from '../../testing/seed.ts'

/** Every control character that both databases store, quotes, and characters of several bytes. */
export const ODD_TEXT = `${Array.from({ length: 31 }, (_, code) => String.fromCharCode(code + 1)).join('')}\u007f"'\\/[]{},\u2028é漢🎵`

/** Fills tables of all domains, with odd values where a column takes them. @returns ids of what was written */
export async function fillLibrary(db: Database, tracks = 40) {
  const put = seed(db)
  const artist = await put.artist(ODD_TEXT)
  const album = await put.album('First', artist)
  const trackIds: string[] = []
  for (let n = 0; n < tracks; n++) {
    const gain = n % 2 === 0 ? null : -n / 7
    const id = await put.track(`${ODD_TEXT} ${n}`, album, [artist], {
      track_gain: gain,
      track_peak: 1e-7 / (n + 1),
    })
    await put.file(`/music/${n}.mp3`, '/music', id)
    trackIds.push(id)
  }
  await put.genre(ODD_TEXT, trackIds)
  const blobs = { blocks: new Uint8Array([0, 255, 10]), waveform: new Uint8Array() }
  const [first] = trackIds as [string]
  await db
    .insertInto('sound_analyses')
    .values({
      ...{ track_id: first, audio_id: 'a', size: 2 ** 40, mtime_ms: 1, method: 1, problem: '' },
      ...{ loudness: -14.123456789012344, peak: null, ...blobs },
    })
    .execute()
  const user = { id: 'listener', name: 'Ada', email: 'Ada@example.org', folded_email: 'ada@example.org' }
  await db
    .insertInto('users')
    .values({ ...user, password_hash: null, profile_path: '', google_sub: null, created_at: 1 })
    .execute()
  const listens = [{ trackId: first, at: 2 ** 41, client: 'Phone', secondsHeard: 180, isReported: true }]
  await write(db, tx => insertListens(tx, user.id, listens))
  const playlist = await addPlaylist(db, 'playlist', trackIds)
  return { artist, album, trackIds, playlist, user: user.id }
}

/** Adds a playlist with these tracks in order. */
export async function addPlaylist(db: Database, id: string, trackIds: readonly string[]): Promise<string> {
  const look = { profile_path: '', color: '', thumbhash: '' }
  await db.transaction().execute(async tx => {
    await tx
      .insertInto('playlists')
      .values({ ...look, id, user_id: 'listener', kind: 'playlist', title: id, version: 1, created_at: 1 })
      .execute()
    const places = trackIds.map((track_id, n) => ({
      playlist_id: id,
      track_id,
      position: n * 2 ** 33,
      added_at: 1,
    }))
    if (places.length > 0) await tx.insertInto('playlist_tracks').values(places).execute()
  })
  return id
}
