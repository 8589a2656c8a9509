import { findFormat } from '@refrain/audio/formats'
import type { Song } from '../../catalogue/listings/song-store.ts'
import { readSongs } from '../../catalogue/listings/song-store.ts'
import type { Database } from '../../database/tables.ts'
import { averageBitRate } from '../../media/files/bit-rate.ts'
import { toAppId, toCoverId } from '../ids.ts'
import type { Fields } from '../response/fields.ts'
import { songPath, suffixOf } from './file-path.ts'
import { type PlayedMarks, playedField, readTrackMarks, toMarkFields } from './marks.ts'
import { toTime, yearField } from './times.ts'

const contentTypeOf = ({ codec, url }: Pick<Song, 'codec' | 'url'>) =>
  findFormat(codec)?.contentType(url) ?? 'application/octet-stream'

export const toCredit = ({ id, name }: { id: string; name: string }) => ({ id: toAppId('artist', id), name })

/** For display, since an album has no credit as written. */
export const joinNames = (artists: readonly { readonly name: string }[]) =>
  artists.map(({ name }) => name).join(', ')

/** People of other roles, and absent without any. */
function toContributors({ contributors }: Song): Fields {
  if (contributors.length === 0) return {}
  return { contributors: contributors.map(person => ({ role: person.role, artist: toCredit(person) })) }
}

/** `Child` of the protocol, for a track. */
function toChild(song: Song, marks: PlayedMarks): Fields {
  const bitRate = averageBitRate(song)
  return {
    id: toAppId('track', song.id),
    parent: toAppId('album', song.albumId),
    isDir: false,
    title: song.title,
    album: song.albumTitle,
    artist: song.credit,
    ...(song.number > 0 && { track: song.number }),
    ...(song.disc > 0 && { discNumber: song.disc }),
    ...yearField(song),
    genre: song.genres[0],
    coverArt: toCoverId('album', song.albumId, song.picturePath),
    ...(song.size > 0 && { size: song.size }),
    contentType: contentTypeOf(song),
    suffix: suffixOf(song),
    duration: Math.round(song.seconds),
    ...(bitRate > 0 && { bitRate }),
    path: songPath(song),
    playCount: song.playCount,
    created: toTime(song.addedAt),
    ...toMarkFields(marks, song.id),
    albumId: toAppId('album', song.albumId),
    artistId: toAppId('artist', song.artistId),
    type: 'music',
    isVideo: false,
    mediaType: 'song',
    ...playedField(marks, song.id),
    samplingRate: song.sampleRate,
    channelCount: song.channels,
    ...(song.bitDepth > 0 && { bitDepth: song.bitDepth }),
    musicBrainzId: song.mbid,
    ...(song.isrc && { isrc: [song.isrc] }),
    ...(song.bpm > 0 && { bpm: song.bpm }),
    ...(song.comment && { comment: song.comment }),
    ...(song.moods.length > 0 && { moods: [...song.moods] }),
    ...(song.explicit && { explicitStatus: song.explicit }),
    sortName: song.sortTitle,
    genres: song.genres.map(name => ({ name })),
    artists: song.artists.map(toCredit),
    displayArtist: song.credit,
    albumArtists: song.albumArtists.map(toCredit),
    displayAlbumArtist: joinNames(song.albumArtists),
    ...toContributors(song),
    replayGain: toReplayGain(song),
  }
}

function toReplayGain(song: Song): Fields {
  const { trackGain, albumGain, trackPeak, albumPeak } = song
  const known = Object.entries({ trackGain, albumGain, trackPeak, albumPeak })
  return Object.fromEntries(known.filter(([, value]) => value !== null)) as Fields
}

/** The tracks of these ids as a listener's apps see them, in order. Reads a fixed number of times for each 500. */
export async function readChildren(
  db: Database,
  userId: string,
  trackIds: readonly string[],
): Promise<Fields[]> {
  const songs = await readSongs(db, trackIds)
  const marks = await readTrackMarks(db, userId, trackIds)
  return songs.map(song => toChild(song, marks))
}
