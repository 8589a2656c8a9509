/** `http-server.ts bare|refrain|pages DATA_DIR`: answers an album page's two calls, from memory or the database; `pages` the pages too. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { buildApp } from '@refrain/server/app'
import { type AlbumFields, type TrackFields, toAlbum, toTrack } from '@refrain/server/catalogue/records'
import { DATABASE_FILE, openDatabase } from '@refrain/server/database/open'
import { reportLoad } from '@refrain/server/media/analysis/service-load'
import { readSettings } from '@refrain/server/settings'
import { reportToBench } from '../load/start-server.ts'

const PAGES = fileURLToPath(new URL('../../apps/web/dist', import.meta.url))
const [kind, dataDir = ''] = process.argv.slice(2)
await (kind === 'bare' ? serveBare() : serveRefrain())

/** The real service with rate limits counted but too high to be reached. */
async function serveRefrain(): Promise<void> {
  const settings = { ...readSettings({}), dataDir, rateLimitScale: 1e6 }
  const app = await buildApp({
    open: openDatabase(settings),
    settings,
    ...(kind === 'pages' && { pagesDir: PAGES }),
  })
  reportLoad(dataDir)
  await app.listen({ port: 0, host: '127.0.0.1' })
  reportToBench((app.server.address() as AddressInfo).port)
}

/** A minimal server: `/hot` from memory, everything else with the same statements. */
function serveBare(): void {
  const db = new DatabaseSync(join(dataDir, DATABASE_FILE))
  db.exec('pragma cache_size = -64000')
  const album = db.prepare(
    `select albums.id, albums.title, artist_id, albums.profile_path, released_at, release_date, original_date, play_count, albums.color,
     albums.thumbhash, artists.name as artist_name from albums join artists on artists.id = artist_id where albums.id = ?`,
  )
  const trackIds = db.prepare(
    'select id from tracks where album_id = ? order by disc, number, file_order, sort_title, id',
  )
  const tracks = db.prepare(
    `select tracks.id, tracks.title, album_id, tracks.artist_id, credit, url, genre, true_samples, sample_rate,
     added_at, tracks.play_count, disc, disc_title, number, available, albums.title as album_title,
     albums.profile_path as album_profile_path, albums.color as album_color, albums.thumbhash as album_thumbhash
     from tracks join albums on albums.id = album_id where album_id = ?
     order by disc, number, file_order, tracks.sort_title, tracks.id limit 1000`,
  )
  const readAlbum = (id: string) => {
    const ids = trackIds.all(id) as { id: string }[]
    return Buffer.from(
      JSON.stringify(
        toAlbum(
          album.get(id) as unknown as AlbumFields,
          ids.map(row => row.id),
        ),
      ),
    )
  }
  const kept = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const url = request.url as string
    const id = url.slice(url.lastIndexOf('/') + 1)
    let body: Buffer | undefined
    if (request.method === 'POST') {
      const { albumId } = (await json(request)) as { albumId: string }
      body = Buffer.from(JSON.stringify((tracks.all(albumId) as unknown as TrackFields[]).map(toTrack)))
    } else if (url.startsWith('/hot/')) {
      body = kept.get(id) ?? readAlbum(id)
      kept.set(id, body)
    } else body = readAlbum(id)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => reportToBench((server.address() as AddressInfo).port))
}
