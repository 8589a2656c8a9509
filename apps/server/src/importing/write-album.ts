import { shortId } from '@refrain/audio/bytes/audio-id'
import type { Named } from '@refrain/audio/tags/read-tags'
import { foldName } from '@refrain/contract/fold-name'
import { type AlbumData, deleteEmptyAlbums, upsertAlbum } from '../catalogue/album-writer.ts'
import { considerCover, replaceMissingCovers } from '../catalogue/artist-cover-writer.ts'
import {
  deleteUnusedArtists,
  findOrInsertArtist,
  readArtistCreatedAt,
  updateArtist,
} from '../catalogue/artist-writer.ts'
import { deleteUnusedGenres, findOrInsertGenre } from '../catalogue/genre-writer.ts'
import { type TrackData, upsertTracks } from '../catalogue/track-writer.ts'
import { incrementCatalogueVersion } from '../catalogue/version-writer.ts'
import type { Transaction } from '../database/tables.ts'
import { restoreFromTrash } from '../library/trash/trash-store.ts'
import { colourForId } from '../media/pictures/picture-colours.ts'
import { recordAlbumAdded } from '../notifications/kinds/album-added.ts'

import { forgetPaths, readAgain, rememberedFile, rememberFiles } from './file-writer.ts'
import { genreColours } from './genre-palette.ts'
import type { Identity } from './identify-tracks.ts'
import type { GatheredAlbum, GatheredTrack } from './phase-3-gather.ts'
import type { AlbumPictures } from './phase-4-keep-pictures.ts'
import { sortName, sortText } from './sort-text.ts'
import { freeUrl, isUrlOf } from './sound-url.ts'

/** Some tracks of an album, to be written in one transaction. */
export interface AlbumSlice {
  readonly album: GatheredAlbum
  readonly albumId: string
  readonly key: string
  readonly pictures: AlbumPictures
  readonly tracks: readonly GatheredTrack[]
  readonly identities: ReadonlyMap<string, Identity>
  /** Whether listeners are told of an album that was not there. @param artistSince when its artist came in */
  readonly isNews: (artistSince: number) => boolean
}

/** Writes a part of an album with everything that belongs to it, and takes out what nothing belongs to any more. */
export async function writeAlbum(tx: Transaction, slice: AlbumSlice) {
  const { album, albumId, key, pictures, tracks, identities } = slice
  const now = Date.now()
  const artists = await keepArtists(tx, [album.artist, ...tracks.flatMap(track => track.artists)], now)
  const artistId = artists.idOf(album.artist)
  const dressed = await updateArtist(tx, artistId, {
    name: album.artist.name,
    sortName: sortName(album.artist.name),
    picture: pictures.artist,
  })
  const before = await tx
    .selectFrom('albums')
    .select(['artist_id', 'profile_path', 'color', 'thumbhash'])
    .where('id', '=', albumId)
    .executeTakeFirst()
  const albumChanged = await upsertAlbum(
    tx,
    albumId,
    albumRow(album, { key, artistId, look: (pictures.isUndecided && before) || lookOf(pictures, albumId) }),
    now,
  )
  const coverShown = await considerCover(tx, albumId)
  const genres = await keepGenres(tx, tracks)
  const urls = await chooseUrls(tx, albumId, tracks, identities)
  const kept = await upsertTracks(
    tx,
    tracks.map(track => {
      const { id } = identities.get(track.file.path)!
      return trackToKeep(track, { id, albumId, url: urls.get(id)!, artists, genres })
    }),
    now,
  )
  await restoreFromTrash(tx, [...kept.added])
  const moved = tracks.filter(track => identities.get(track.file.path)!.movedFrom !== '')
  // A path that was read as well is remembered anew, perhaps has been already.
  const left = moved.map(track => identities.get(track.file.path)!.movedFrom)
  await forgetPaths(
    tx,
    left.filter(path => !identities.has(path)),
  )
  await rememberFiles(
    tx,
    tracks.map(track => {
      const row = rememberedFile(track.file, identities.get(track.file.path)!.id, track.sound.audioId)
      return pictures.isUndecided ? readAgain(row) : row
    }),
  )
  // Tracks that were there in another album make no news.
  if (!before && kept.added.size > 0 && slice.isNews(await readArtistCreatedAt(tx, artistId))) {
    await recordAlbumAdded(tx, albumId, now)
  }
  const byGone = await deleteEmptyAlbums(
    tx,
    kept.left.albums.filter(id => id !== albumId),
  )
  const leftArtists = [...byGone, ...(before ? [before.artist_id] : [])]
  await replaceMissingCovers(tx, leftArtists)
  await deleteUnusedArtists(tx, [...kept.left.artists, ...leftArtists])
  await deleteUnusedGenres(tx, kept.left.genres)
  const changed = tracks.filter(track => {
    const { id, movedFrom } = identities.get(track.file.path)!
    return movedFrom === '' && !kept.added.has(id) && (albumChanged || kept.changed.has(id))
  })
  if (
    dressed ||
    albumChanged ||
    coverShown ||
    artists.changed ||
    genres.changed ||
    kept.added.size + kept.changed.size > 0
  ) {
    await incrementCatalogueVersion(tx)
  }
  return { added: kept.added.size, changed: changed.length, moved: moved.length }
}

type AlbumLook = Pick<AlbumData, 'profile_path' | 'color' | 'thumbhash'>

function lookOf({ cover }: AlbumPictures, id: string): AlbumLook {
  return {
    profile_path: cover?.profilePath ?? '',
    color: cover?.color ?? colourForId(id),
    thumbhash: cover?.thumbhash ?? '',
  }
}

function albumRow(
  album: GatheredAlbum,
  { key, artistId, look }: { key: string; artistId: string; look: AlbumLook },
): AlbumData {
  return {
    title: album.title,
    sort_title: sortText(album.title),
    artist_id: artistId,
    album_key: key,
    mbid: album.mbid,
    compilation: album.compilation ? 1 : 0,
    profile_path: look.profile_path,
    color: look.color,
    thumbhash: look.thumbhash,
    released_at: album.released && `${album.released}T00:00:00.000Z`,
  }
}

interface KeptArtists {
  readonly changed: boolean
  idOf(artist: Named): string
}

const artistKey = ({ mbid, name }: Named) => mbid || foldName(name)

async function keepArtists(tx: Transaction, artists: readonly Named[], now: number): Promise<KeptArtists> {
  const ids = new Map<string, string>()
  let changed = false
  for (const artist of artists) {
    const key = artistKey(artist)
    if (ids.has(key)) continue
    const id = shortId('artist\n', key)
    const kept = await findOrInsertArtist(tx, artist, {
      id,
      sortName: sortName(artist.name),
      color: colourForId(id),
      now,
    })
    ids.set(key, kept.id)
    changed ||= kept.changed
  }
  return { changed, idOf: artist => ids.get(artistKey(artist))! }
}

interface KeptGenres {
  readonly changed: boolean
  of(name: string): { id: string; genre: string }
}

async function keepGenres(tx: Transaction, tracks: readonly GatheredTrack[]): Promise<KeptGenres> {
  const rows = new Map<string, { id: string; genre: string }>()
  let changed = false
  for (const name of tracks.flatMap(track => track.genres)) {
    const key = foldName(name)
    if (rows.has(key)) continue
    const kept = await findOrInsertGenre(tx, name, shortId('genre\n', key), genreColours)
    rows.set(key, kept)
    changed ||= kept.changed
  }
  return { changed, of: name => rows.get(foldName(name))! }
}

/** A track's name in its album's address stays while its file's name does. */
async function chooseUrls(
  tx: Transaction,
  albumId: string,
  tracks: readonly GatheredTrack[],
  identities: ReadonlyMap<string, Identity>,
): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('tracks').select(['id', 'url']).where('album_id', '=', albumId).execute()
  const taken = new Set(rows.map(row => row.url))
  const before = new Map(rows.map(row => [row.id, row.url]))
  return new Map(
    tracks.map(track => {
      const { id } = identities.get(track.file.path)!
      const old = before.get(id)
      const url = old !== undefined && isUrlOf(old, track.file.name) ? old : freeUrl(track.file.name, taken)
      taken.add(url)
      return [id, url]
    }),
  )
}

function trackToKeep(
  track: GatheredTrack,
  kept: { id: string; albumId: string; url: string; artists: KeptArtists; genres: KeptGenres },
): TrackData {
  const { sound, gains, lyrics } = track
  const artistIds = [...new Set(track.artists.map(artist => kept.artists.idOf(artist)))]
  const genres = track.genres.map(name => kept.genres.of(name))
  return {
    row: {
      id: kept.id,
      title: track.title,
      sort_title: sortText(track.title),
      album_id: kept.albumId,
      artist_id: artistIds[0]!,
      credit: track.credit,
      genre: genres[0]?.genre ?? '',
      disc: track.disc,
      number: track.number,
      url: kept.url,
      codec: sound.codec,
      sample_rate: sound.sampleRate,
      channels: sound.channels,
      true_samples: sound.trueSamples,
      priming_samples: sound.primingSamples,
      track_gain: gains.trackGain,
      album_gain: gains.albumGain,
      track_peak: gains.trackPeak,
      album_peak: gains.albumPeak,
      mbid: track.mbid,
    },
    artistIds,
    genreIds: [...new Set(genres.map(genre => genre.id))],
    lyrics: lyrics && { synced: lyrics.synced ? 1 : 0, body: lyrics.body },
  }
}
