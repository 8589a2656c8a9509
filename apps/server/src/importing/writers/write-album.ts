import { shortId } from '@refrain/audio/bytes/audio-id'
import type { Stands } from '@refrain/audio/tags/names/split-names'
import { foldName } from '@refrain/contract/fold-name'
import { type AlbumData, deleteEmptyAlbums, upsertAlbum } from '../../catalogue/album-writer.ts'
import { considerCover, replaceMissingCovers } from '../../catalogue/artist-cover-writer.ts'
import {
  type ArtistPicture,
  deleteUnusedArtists,
  readArtistCreatedAt,
  updateArtistPicture,
} from '../../catalogue/artist-writer.ts'
import { deleteUnusedGenres, findOrInsertGenre } from '../../catalogue/genre-writer.ts'
import { type PictureColumns, storeOwnPicture } from '../../catalogue/pictures/catalogue-picture-writer.ts'
import { type TrackData, upsertTracks } from '../../catalogue/track-writer.ts'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import { lockRows } from '../../database/lock-rows.ts'
import type { Transaction } from '../../database/tables.ts'
import { restoreFromTrash } from '../../library/trash/trash-store.ts'
import { colourForId } from '../../media/pictures/picture-colours.ts'
import { recordAlbumAdded } from '../../notifications/kinds/album-added.ts'
import type { ImportedAlbum, ImportedTrack } from '../phases/group-albums.ts'
import type { AlbumPictures } from '../phases/picture-preparer.ts'
import { deletePaths, forceReread, saveFiles, toFileRow } from './file-writer.ts'
import { genreColours } from './genre-palette.ts'
import type { TrackIdentity } from './identify-tracks.ts'
import { replaceJoinedArtists } from './joined-artist-writer.ts'
import { saveQuestions } from './name-question-writer.ts'
import { nameCredits, type SavedArtists, saveArtists } from './save-artists.ts'
import { sortText } from './sort-text.ts'
import { chooseSpellings } from './spelling-writer.ts'
import { findFreeName, isNameOf } from './track-file-name.ts'

/** Some tracks of an album, to be written in one transaction. */
export interface AlbumBatch {
  readonly album: ImportedAlbum
  readonly albumId: string
  readonly key: string
  readonly pictures: AlbumPictures
  readonly tracks: readonly ImportedTrack[]
  readonly identities: ReadonlyMap<string, TrackIdentity>
  /** Whether to notify followers if the album is new. @param artistSince when its artist was added */
  readonly shouldAnnounce: (artistSince: number) => boolean
  /** What was known of names when the tracks were read. */
  readonly stands: Stands
  /** See `readVersionOf`. */
  readonly readVersion: number
  /** What artists' names are sorted without. */
  readonly sortArticles: readonly string[]
}

/** Writes some tracks of an album with their artists, genres and files, and removes rows that become unused. */
export async function writeAlbum(tx: Transaction, slice: AlbumBatch) {
  const { album, albumId, key, pictures, tracks, identities, sortArticles } = slice
  const now = Date.now()
  const credited = [album.artist, ...tracks.flatMap(track => track.artists)]
  const artists = await saveArtists(tx, credited, { now, sortArticles })
  const artistId = artists.idOf(album.artist)
  await lockRows(tx, 'albums', [albumId], 'changes')
  await lockRows(tx, 'artists', [artistId], 'changes')
  const artistPicture = await chooseArtistPicture(tx, artistId, pictures)
  const artistChanged =
    artistPicture !== undefined && (await updateArtistPicture(tx, artistId, artistPicture))
  const before = await tx
    .selectFrom('albums')
    .select(['artist_id', 'profile_path', 'color', 'thumbhash'])
    .where('id', '=', albumId)
    .executeTakeFirst()
  const look = await chooseLook(tx, albumId, pictures, before)
  const albumChanged = await upsertAlbum(tx, albumId, albumRow(album, { key, artistId, look }), now)
  const coverShown = await considerCover(tx, albumId)
  const genres = await saveGenres(tx, tracks)
  const urls = await chooseUrls(tx, albumId, tracks, identities)
  const written = await upsertTracks(
    tx,
    tracks.map(track => {
      const { id } = identities.get(track.file.path)!
      return toTrack(track, { id, albumId, url: urls.get(id)!, artists, genres })
    }),
    now,
  )
  const isRespelled = await chooseSpellings(tx, artists.spellings, sortArticles)
  await restoreFromTrash(tx, [...written.added])
  await saveQuestions(
    tx,
    tracks.map(({ file, questions }) => ({ trackId: identities.get(file.path)!.id, questions })),
    slice.stands,
  )
  const moved = tracks.filter(track => identities.get(track.file.path)!.movedFrom !== '')
  // Paths that this import has read have new rows.
  const left = moved.map(track => identities.get(track.file.path)!.movedFrom)
  await deletePaths(
    tx,
    left.filter(path => !identities.has(path)),
  )
  await saveFiles(
    tx,
    tracks.map(track => {
      const { id } = identities.get(track.file.path)!
      const row = toFileRow(track.file, { trackId: id, audioId: track.audio.audioId }, slice.readVersion)
      return pictures.isUndecided ? forceReread(row) : row
    }),
  )
  // An album of tracks that were in another album before is not announced.
  if (!before && written.added.size > 0 && slice.shouldAnnounce(await readArtistCreatedAt(tx, artistId))) {
    await recordAlbumAdded(tx, albumId, now)
  }
  const byGone = await deleteEmptyAlbums(
    tx,
    written.former.albums.filter(id => id !== albumId),
  )
  const leftArtists = [...byGone, ...(before ? [before.artist_id] : [])]
  await replaceJoinedArtists(
    tx,
    [...written.former.artists, ...leftArtists.filter(id => id !== artistId)],
    tracks.map(track => track.artists.map(one => ({ id: artists.idOf(one), name: one.name }))),
  )
  await replaceMissingCovers(tx, leftArtists)
  await deleteUnusedArtists(tx, [...written.former.artists, ...leftArtists])
  await deleteUnusedGenres(tx, written.former.genres)
  const changed = tracks.filter(track => {
    const { id, movedFrom } = identities.get(track.file.path)!
    return movedFrom === '' && !written.added.has(id) && (albumChanged || written.changed.has(id))
  })
  if (
    artistChanged ||
    isRespelled ||
    albumChanged ||
    coverShown ||
    artists.changed ||
    genres.changed ||
    written.added.size + written.changed.size > 0 ||
    // Services cache the paths of an album's files.
    moved.length > 0
  ) {
    await incrementCatalogueVersion(tx)
  }
  return { added: written.added.size, changed: changed.length, moved: moved.length }
}

/** The artist's picture to show; undefined if that stays as it is, as one that was uploaded does. */
async function chooseArtistPicture(
  tx: Transaction,
  artistId: string,
  { artist }: AlbumPictures,
): Promise<ArtistPicture | undefined> {
  if (!artist) return undefined
  const { picturePath: profile_path, color, thumbhash } = artist
  return (await storeOwnPicture(tx, artistId, { profile_path, color, thumbhash })) ? undefined : artist
}

/** The album's cover to show: one that was uploaded stays. @param before its row, if it is not new */
async function chooseLook(
  tx: Transaction,
  albumId: string,
  { cover, isUndecided }: AlbumPictures,
  before: PictureColumns | undefined,
): Promise<PictureColumns> {
  if (before && isUndecided) return before
  const found = {
    profile_path: cover?.picturePath ?? '',
    color: cover?.color ?? colourForId(albumId),
    thumbhash: cover?.thumbhash ?? '',
  }
  return before && (await storeOwnPicture(tx, albumId, found)) ? before : found
}

function albumRow(
  album: ImportedAlbum,
  { key, artistId, look }: { key: string; artistId: string; look: PictureColumns },
): AlbumData {
  return {
    title: album.title,
    sort_title: sortText(album.sortTitle || album.title),
    named_by_folder: album.isNamedByFolder ? 1 : 0,
    has_broken_texts: album.brokenTexts ? 1 : 0,
    broken_texts: album.brokenTexts ? JSON.stringify(album.brokenTexts) : '',
    artist_id: artistId,
    artist_sort_name: album.artist.sortName ?? '',
    album_key: key,
    mbid: album.mbid,
    compilation: album.compilation ? 1 : 0,
    profile_path: look.profile_path,
    color: look.color,
    thumbhash: look.thumbhash,
    release_date: album.releaseDate,
    original_date: album.originalDate,
    record_labels: JSON.stringify(album.recordLabels),
    release_types: JSON.stringify(album.releaseTypes),
  }
}

interface SavedGenres {
  readonly changed: boolean
  of(name: string): { id: string; genre: string }
}

async function saveGenres(tx: Transaction, tracks: readonly ImportedTrack[]): Promise<SavedGenres> {
  const rows = new Map<string, { id: string; genre: string }>()
  let changed = false
  for (const name of tracks.flatMap(track => track.genres)) {
    const key = foldName(name)
    if (rows.has(key)) continue
    const row = await findOrInsertGenre(tx, name, shortId('genre\n', key), genreColours)
    rows.set(key, row)
    changed ||= row.changed
  }
  return { changed, of: name => rows.get(foldName(name))! }
}

/** File names of the tracks in their URLs. A track keeps its name as long as its file does. */
async function chooseUrls(
  tx: Transaction,
  albumId: string,
  tracks: readonly ImportedTrack[],
  identities: ReadonlyMap<string, TrackIdentity>,
): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('tracks').select(['id', 'url']).where('album_id', '=', albumId).execute()
  const taken = new Set(rows.map(row => row.url))
  const before = new Map(rows.map(row => [row.id, row.url]))
  return new Map(
    tracks.map(track => {
      const { id } = identities.get(track.file.path)!
      const old = before.get(id)
      const url =
        old !== undefined && isNameOf(old, track.file.name) ? old : findFreeName(track.file.name, taken)
      taken.add(url)
      return [id, url]
    }),
  )
}

function toTrack(
  track: ImportedTrack,
  ids: { id: string; albumId: string; url: string; artists: SavedArtists; genres: SavedGenres },
): TrackData {
  const { audio, gains, lyrics } = track
  // The first role counts: forms of one name may be both.
  const byId = new Map(track.artists.toReversed().map(one => [ids.artists.idOf(one), one]))
  const artistIds = [...new Set(track.artists.map(artist => ids.artists.idOf(artist)))]
  const genres = track.genres.map(name => ids.genres.of(name))
  return {
    row: {
      id: ids.id,
      title: track.title,
      sort_title: sortText(track.sortTitle || track.title),
      album_id: ids.albumId,
      artist_id: artistIds[0]!,
      credit: track.credit,
      credit_names: nameCredits(track, ids.artists),
      genre: genres[0]?.genre ?? '',
      disc: track.disc,
      disc_title: track.discTitle,
      number: track.number,
      file_order: track.fileOrder,
      url: ids.url,
      codec: audio.codec,
      sample_rate: audio.sampleRate,
      channels: audio.channels,
      bit_depth: audio.bitDepth,
      true_samples: audio.trueSamples,
      priming_samples: audio.primingSamples,
      first_sample: track.first ?? null,
      track_gain: gains.trackGain,
      album_gain: gains.albumGain,
      track_peak: gains.trackPeak,
      album_peak: gains.albumPeak,
      mbid: track.mbid,
      isrc: track.isrc,
    },
    artists: artistIds.map(id => {
      const { role, name, sortName = '' } = byId.get(id)!
      return { id, role, name, sortName }
    }),
    genreIds: [...new Set(genres.map(genre => genre.id))],
    lyrics: lyrics && { synced: lyrics.synced ? 1 : 0, body: lyrics.body },
  }
}
