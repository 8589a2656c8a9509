import type { AlbumData } from '../../catalogue/album-writer.ts'
import type { TrackCredit } from '../../catalogue/credits/credit-writer.ts'
import type { PictureColumns } from '../../catalogue/pictures/catalogue-picture-writer.ts'
import type { TrackData } from '../../catalogue/track-writer.ts'
import type { ImportedAlbum, ImportedTrack } from '../phases/group-albums.ts'
import { nameCredits, type SavedArtists } from './save-artists.ts'
import { sortText } from './sort-text.ts'

export interface SavedGenres {
  readonly changed: boolean
  of(name: string): { id: string; genre: string }
}

/** The row of an album. @param names of its artists, see nameCredits */
export function albumRow(
  album: ImportedAlbum,
  { key, artistId, names, look }: { key: string; artistId: string; names: string; look: PictureColumns },
): AlbumData {
  return {
    title: album.title,
    sort_title: sortText(album.sortTitle || album.title),
    named_by_folder: album.isNamedByFolder ? 1 : 0,
    has_broken_texts: album.brokenTexts ? 1 : 0,
    broken_texts: album.brokenTexts ? JSON.stringify(album.brokenTexts) : '',
    artist_id: artistId,
    credit_names: names,
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

/** A track with its links. */
export function toTrack(
  track: ImportedTrack,
  ids: {
    readonly id: string
    readonly albumId: string
    readonly url: string
    readonly artists: SavedArtists
    readonly genres: SavedGenres
    readonly credits: readonly TrackCredit[]
  },
): TrackData {
  const { audio, gains, lyrics, chapters, remarks } = track
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
      credit_names: nameCredits(track.artists, ids.artists),
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
      bpm: remarks.bpm,
      comment: remarks.comment,
      moods: remarks.moods.length > 0 ? JSON.stringify(remarks.moods) : '',
      explicit: remarks.explicit,
    },
    artists: artistIds.map(id => {
      const { role, name, sortName = '' } = byId.get(id)!
      return { id, role, name, sortName }
    }),
    credits: ids.credits,
    genreIds: [...new Set(genres.map(genre => genre.id))],
    lyrics: lyrics && { synced: lyrics.synced ? 1 : 0, body: lyrics.body },
    chapters:
      chapters.length > 0 ? JSON.stringify(chapters.map(({ startMs, title }) => [startMs, title])) : '',
  }
}
