import { SERVICE_KEY_HEADER, TOKEN_HEADER } from '@refrain/contract/account/session'
import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { fetchPlaylist, fetchUserPlaylists } from '@refrain/contract/library/playlists'
import type { InputOf, Operation } from '@refrain/contract/operation'
import { requestFor } from '@refrain/contract/request'
import { fromWire } from '@refrain/contract/wire-names'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { insertSession } from '../../account/sessions/session-store.ts'
import { createToken, hashToken } from '../../account/sessions/token.ts'
import { buildApp } from '../../app.ts'
import { listen, listeningAddress } from '../../bin/listen.ts'
import { openDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { readSettings } from '../../settings.ts'
import { readSampleRows, type SampleRows } from './sample-row-store.ts'

/** An id that no record has. */
const NOBODY = 'x'.repeat(21)

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
  readonly body: any
}

/**
 * Serves a restored data folder on a free loopback port, asks ten calls and compares the answers with the database. Nothing
 * runs in the background, so nobody is notified of anything.
 * @param dataDir of a copy: a session and a service key are added to it
 * @returns one line for each wrong answer
 */
export async function askService(dataDir: string): Promise<string[]> {
  const settings = { ...readSettings({}), dataDir, port: 0 }
  const open = openDatabase(settings)
  try {
    const app = await buildApp({ open, settings })
    try {
      const rows = await readSampleRows(open.db)
      const token = createToken()
      const { playlist } = rows
      if (playlist) {
        const now = Date.now()
        const session = {
          token_hash: hashToken(token),
          user_id: playlist.owner,
          created_at: now,
          last_used_at: now,
        }
        await write(open.db, tx => insertSession(tx, session, Number.MAX_SAFE_INTEGER))
      }
      // What the service was backed up with says whether guests may ask.
      const key = await createServiceKey(open.db, 'verification', 'administer')
      await listen(app, settings)
      const headers = { [TOKEN_HEADER]: token, [SERVICE_KEY_HEADER]: key }
      return await askAll(listeningAddress(app, settings), rows, headers)
    } finally {
      await app.close()
    }
  } finally {
    await open.close()
  }
}

async function askAll(
  address: string,
  rows: SampleRows,
  headers: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { artist, album, genres, playlist } = rows
  const wrong: string[] = []
  const check = (
    call: string,
    { status, body }: Answer,
    isRight: (body: Answer['body']) => boolean,
    expected = 200,
  ) => {
    if (status !== expected) wrong.push(`${call} answers ${status} instead of ${expected}.`)
    else if (status === 200 && !isRight(body))
      wrong.push(`${call} answers something else than the backup holds.`)
  }
  const ask = async <Op extends Operation>(
    operation: Op,
    input: InputOf<Op>,
    isRight: (body: Answer['body']) => boolean,
    expected = 200,
  ) => check(operation.name, await call(address, operation, input, headers), isRight, expected)

  for (const path of ['/healthz', '/readyz']) check(path, await fetchJson(address + path), () => true)
  await ask(fetchConfiguration, {}, body => body.name !== '')
  await ask(fetchAllGenres, {}, body => body.length === genres)
  await ask(
    fetchArtist,
    { artistId: artist?.id ?? NOBODY },
    body => body.artist.name === artist?.name,
    artist ? 200 : 404,
  )
  const [ofAlbum, albumStatus] = [album?.id ?? NOBODY, album ? 200 : 404]
  await ask(fetchAlbum, { id: ofAlbum }, body => body.title === album?.title, albumStatus)
  await ask(fetchAlbumTracks, { albumId: ofAlbum }, body => body.length === album?.tracks, albumStatus)
  await ask(searchCatalogue, { query: 'a' }, body => Array.isArray(body.tracks))
  const member = playlist ? 200 : 401
  await ask(fetchUserPlaylists, {}, body => Array.isArray(body), member)
  const isSame = (body: Answer['body']) => JSON.stringify(body.tracks) === JSON.stringify(playlist?.trackIds)
  await ask(fetchPlaylist, { id: playlist?.id ?? NOBODY }, isSame, member)
  return wrong
}

async function call<Op extends Operation>(
  address: string,
  operation: Op,
  input: InputOf<Op>,
  identity: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { url, headers, ...init } = requestFor(operation, input)
  const { status, body } = await fetchJson(address + url, { ...init, headers: { ...headers, ...identity } })
  return { status, body: status === 200 ? fromWire(body, operation.outputNames) : body }
}

async function fetchJson(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}
