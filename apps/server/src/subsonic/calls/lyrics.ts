import { foldForSearch } from '@refrain/contract/fold-for-search'
import { foldName } from '@refrain/contract/fold-name'
import { readArtistIdByName, readTrackIdByName } from '../../catalogue/listings/similar-store.ts'
import { readSongs } from '../../catalogue/listings/song-store.ts'
import { readLyrics } from '../../media/lyrics/lyrics-store.ts'
import { parseLyrics } from '../../media/lyrics/parse-lyrics.ts'
import { type Calls, type CallTools, read } from '../call.ts'
import { requireId } from '../ids.ts'
import type { Fields } from '../response/fields.ts'
import { notFound } from '../subsonic-error.ts'

/** Of a language that the files do not tell. */
const UNKNOWN_LANGUAGE = 'und'

export function lyricsCalls({ db }: CallTools): Calls {
  async function readLines(trackId: string) {
    const row = await readLyrics(db, trackId)
    if (!row) throw notFound('song')
    const isSynced = row.synced === 1
    return { isSynced, lines: parseLyrics(row.body ?? '', isSynced) }
  }

  async function readStructured(trackId: string): Promise<Fields[]> {
    const { isSynced, lines } = await readLines(trackId)
    const [song] = await readSongs(db, [trackId])
    if (lines.length === 0 || !song) return []
    const line = lines.map(({ seconds, text }) => ({
      ...(seconds !== null && { start: Math.round(seconds * 1000) }),
      value: text,
    }))
    const { title, credit } = song
    return [
      {
        displayArtist: credit,
        displayTitle: title,
        lang: UNKNOWN_LANGUAGE,
        offset: 0,
        synced: isSynced,
        line,
      },
    ]
  }

  async function findTrack(artist: string, title: string): Promise<string | undefined> {
    const artistId = artist === '' ? undefined : await readArtistIdByName(db, foldName(artist))
    return artistId && (await readTrackIdByName(db, artistId, foldForSearch(title)))
  }

  return {
    getLyricsBySongId: read(async ({ parameters }) => ({
      lyricsList: {
        structuredLyrics: await readStructured(requireId(parameters.required('id'), 'track')),
      },
    })),
    getLyrics: read(async ({ parameters }) => {
      const [artist = '', title = ''] = [parameters.get('artist'), parameters.get('title')]
      const trackId = await findTrack(artist, title)
      const lines = trackId === undefined ? [] : (await readLines(trackId)).lines
      return { lyrics: { artist, title, value: lines.map(line => line.text).join('\n') } }
    }),
  }
}
