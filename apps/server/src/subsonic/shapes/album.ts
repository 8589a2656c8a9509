import { type ListedAlbum, readListedAlbums } from '../../catalogue/listings/listed-album-store.ts'
import type { Database } from '../../database/tables.ts'
import { toAppId, toCoverId } from '../ids.ts'
import type { Fields } from '../response/fields.ts'
import { type PlayedMarks, playedField, readAlbumMarks, toMarkFields } from './marks.ts'
import { joinNames, toCredit } from './song.ts'
import { dateField, toTime, yearField } from './times.ts'

/** `AlbumID3` of the protocol. */
export function toAlbum(album: ListedAlbum, marks: PlayedMarks): Fields {
  return {
    id: toAppId('album', album.id),
    name: album.title,
    artist: album.artist.name,
    artistId: toAppId('artist', album.artist.id),
    coverArt: toCoverId('album', album.id, album.picturePath),
    songCount: album.songCount,
    duration: Math.round(album.seconds),
    playCount: album.playCount,
    created: toTime(album.createdAt),
    ...toMarkFields(marks, album.id),
    ...playedField(marks, album.id),
    ...yearField(album),
    genre: album.genres[0],
    musicBrainzId: album.mbid,
    genres: album.genres.map(name => ({ name })),
    artists: album.artists.map(toCredit),
    displayArtist: joinNames(album.artists),
    sortName: album.sortTitle,
    isCompilation: album.isCompilation,
    ...dateField('releaseDate', album.releaseDate),
    ...dateField('originalReleaseDate', album.originalDate || album.releaseDate),
    recordLabels: album.recordLabels.map(name => ({ name })),
    releaseTypes: album.releaseTypes,
    discTitles: album.discTitles.map(({ disc, title }) => ({ disc, title })),
  }
}

/** What only records have: as folders, albums are the same as songs, whose strict readers refuse all else. */
const OF_RECORDS = [
  ...['name', 'isCompilation', 'releaseDate', 'originalReleaseDate', 'recordLabels', 'releaseTypes'],
  'discTitles',
]

/** The same as a folder, for apps that browse folders. One library needs its number of songs. */
export function toAlbumFolder(album: ListedAlbum, marks: PlayedMarks): Fields {
  const fields = Object.entries(toAlbum(album, marks)).filter(([name]) => !OF_RECORDS.includes(name))
  return {
    ...Object.fromEntries(fields),
    parent: toAppId('artist', album.artist.id),
    isDir: true,
    title: album.title,
    album: album.title,
    mediaType: 'album',
  }
}

/** The albums of these ids as a listener's apps see them, in order. */
export async function readAlbums(
  db: Database,
  userId: string,
  albumIds: readonly string[],
  write: (album: ListedAlbum, marks: PlayedMarks) => Fields = toAlbum,
): Promise<Fields[]> {
  const albums = await readListedAlbums(db, albumIds)
  const marks = await readAlbumMarks(db, userId, albumIds)
  return albums.filter(album => album.songCount > 0).map(album => write(album, marks))
}
