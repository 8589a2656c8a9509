import { shortId } from '@refrain/audio/bytes/audio-id'
import type { Stands } from '@refrain/audio/tags/names/split-names'
import { foldName } from '@refrain/contract/fold-name'
import { deleteEmptyAlbums, upsertAlbum } from '../../catalogue/album-writer.ts'
import { considerCover, replaceMissingCovers } from '../../catalogue/artist-cover-writer.ts'
import {
  type ArtistPicture,
  deleteUnusedArtists,
  readArtistCreatedAt,
  updateArtistPicture,
} from '../../catalogue/artist-writer.ts'
import { updateAlbumArtists } from '../../catalogue/credits/album-artist-writer.ts'
import { deleteUnusedGenres, findOrInsertGenre } from '../../catalogue/genre-writer.ts'
import { type PictureColumns, storeOwnPicture } from '../../catalogue/pictures/catalogue-picture-writer.ts'
import { upsertTracks } from '../../catalogue/track-writer.ts'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import { lockRows } from '../../database/lock-rows.ts'
import type { Transaction } from '../../database/tables.ts'
import { restoreFromTrash } from '../../library/trash/trash-store.ts'
import { colourForId } from '../../media/pictures/picture-colours.ts'
import { recordAlbumAdded } from '../../notifications/kinds/album-added.ts'
import type { ImportedAlbum, ImportedTrack } from '../phases/group-albums.ts'
import type { AlbumPictures } from '../phases/picture-preparer.ts'
import { albumRow, type SavedGenres, toTrack } from './album-row-writer.ts'
import { deletePaths, forceReread, saveFiles, toFileRow } from './file-writer.ts'
import { genreColours } from './genre-palette.ts'
import type { TrackIdentity } from './identify-tracks.ts'
import { replaceJoinedArtists } from './joined-artist-writer.ts'
import { saveQuestions } from './name-question-writer.ts'
import { nameCredits, type SavedArtists, saveArtists } from './save-artists.ts'
import { saveCredits } from './save-credits.ts'
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
  const credited = [album.artist, ...album.otherArtists, ...tracks.flatMap(track => track.artists)]
  const artists = await saveArtists(tx, credited, { now, sortArticles })
  const albumArtists = listAlbumArtists(album, artists)
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
  const names = nameCredits([album.artist, ...album.otherArtists], artists)
  const albumChanged = await upsertAlbum(tx, albumId, albumRow(album, { key, artistId, names, look }), now)
  const formerOthers =
    before || albumArtists.length > 0 ? await updateAlbumArtists(tx, albumId, albumArtists) : []
  const coverShown = await considerCover(tx, albumId)
  const genres = await saveGenres(tx, tracks)
  const creditsOf = await saveCredits(tx, tracks, artists)
  const urls = await chooseUrls(tx, albumId, tracks, identities)
  const written = await upsertTracks(
    tx,
    tracks.map(track => {
      const { id } = identities.get(track.file.path)!
      const credits = creditsOf(track)
      return toTrack(track, { id, albumId, url: urls.get(id)!, artists, genres, credits })
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
  await saveTrackFiles(tx, slice)
  const moved = countMoved(slice)
  // An album of tracks that were in another album before is not announced.
  if (!before && written.added.size > 0 && slice.shouldAnnounce(await readArtistCreatedAt(tx, artistId))) {
    await recordAlbumAdded(tx, albumId, now)
  }
  const byGone = await deleteEmptyAlbums(
    tx,
    written.former.albums.filter(id => id !== albumId),
  )
  const leftArtists = [...byGone, ...formerOthers, ...(before ? [before.artist_id] : [])]
  await replaceJoinedArtists(
    tx,
    [...written.former.artists, ...leftArtists.filter(id => id !== artistId)],
    tracks.map(track => track.artists.map(one => ({ id: artists.idOf(one), name: one.name }))),
  )
  await replaceMissingCovers(tx, leftArtists)
  await deleteUnusedArtists(tx, [...written.former.artists, ...leftArtists])
  await deleteUnusedGenres(tx, written.former.genres)
  const changed = tracks.filter(track => {
    const { id } = identities.get(track.file.path)!
    return (
      movedFrom(slice, track) === '' && !written.added.has(id) && (albumChanged || written.changed.has(id))
    )
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
    moved > 0
  ) {
    await incrementCatalogueVersion(tx)
  }
  return { added: written.added.size, changed: changed.length, moved }
}

const movedFrom = ({ identities }: AlbumBatch, { file }: ImportedTrack) =>
  identities.get(file.path)!.movedFrom

/** Tracks whose files have moved. */
const countMoved = (slice: AlbumBatch) => slice.tracks.filter(track => movedFrom(slice, track) !== '').length

/** Saves the files of the tracks, and deletes the paths from which they have moved. */
async function saveTrackFiles(tx: Transaction, slice: AlbumBatch): Promise<void> {
  const { tracks, identities, pictures, readVersion } = slice
  const left = tracks.map(track => movedFrom(slice, track))
  await deletePaths(
    tx,
    // Paths that this import has read have new rows.
    left.filter(path => path !== '' && !identities.has(path)),
  )
  await saveFiles(
    tx,
    tracks.map(track => {
      const { id } = identities.get(track.file.path)!
      const row = toFileRow(track.file, { trackId: id, audioId: track.audio.audioId }, readVersion)
      return pictures.isUndecided ? forceReread(row) : row
    }),
  )
}

/** The artists of an album after the first, each once. */
function listAlbumArtists({ artist, otherArtists }: ImportedAlbum, { idOf }: SavedArtists) {
  const others = new Map(otherArtists.map(one => [idOf(one), one.sortName ?? '']))
  others.delete(idOf(artist))
  return Array.from(others, ([id, sortName]) => ({ id, sortName }))
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
