import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANALYSIS_VERSION } from '@refrain/audio/loudness/analyse-audio'
import { openDatabase } from '@refrain/server/database/open'
import { seedCatalogue } from '../data/seed-catalogue.ts'

/**
 * An album with files of random bytes, which are served and never decoded. A web server that serves `root` has the same
 * addresses: `/audio/{albumId}/{url}`.
 * @returns the addresses
 */
export async function makeAudioAlbum(
  place: { readonly dataDir: string; readonly databaseUrl: string },
  root: string,
  size: number,
): Promise<string[]> {
  const [albumId = ''] = await seedCatalogue(place.dataDir, 1, place.databaseUrl)
  const album = join(root, 'audio', albumId)
  mkdirSync(album, { recursive: true })
  const { db, close } = openDatabase(place)
  const tracks = await db.selectFrom('tracks').select(['id', 'url']).execute()
  for (const { id, url } of tracks) {
    const path = join(album, url)
    writeFileSync(path, randomBytes(size))
    const file = { audio_id: id, size, mtime_ms: 1, problem: '' }
    await db
      .insertInto('files')
      .values({ ...file, path, root, beside: '', track_id: id, missing: 0 })
      .execute()
    // Or the service would try to analyse it.
    const nothing = { loudness: null, peak: null, blocks: new Uint8Array(), waveform: new Uint8Array() }
    await db
      .insertInto('sound_analyses')
      .values({ ...file, ...nothing, track_id: id, method: ANALYSIS_VERSION })
      .execute()
  }
  await close()
  return tracks.map(({ url }) => `/audio/${albumId}/${url}`)
}
