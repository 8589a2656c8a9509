import { mix, pick } from './mix.ts'

/** Ids in an order unrelated to that of the rows, as long as those of the import. */
const idOf = (kind: string, n: number) =>
  `${kind}${Math.floor(mix(n, 99) * 2 ** 32)
    .toString(36)
    .padStart(7, '0')}${String(n).padStart(10, '0')}`

export const artistId = (n: number) => idOf('ar', n)
export const albumId = (n: number) => idOf('al', n)
export const trackId = (n: number) => idOf('tr', n)
export const genreId = (n: number) => idOf('ge', n)
export const memberId = (n: number) => idOf('me', n)
/** The first members are signed in with these tokens. */
export const memberToken = (n: number) => `${memberId(n)}${'T'.repeat(43)}`.slice(0, 43)

export const TRACKS_PER_ALBUM = 10
export const MEMBERS = 20_000
export const SIGNED_IN = 200
export const GENRES = 60
/** The artist, the genre and the member of these numbers have more than all others. */
export const LARGE = 0
const TRACKS_OF_LARGE_ARTIST = 3_000
const FOLLOWS_OF_LARGE_MEMBER = 500
const TRACKS_PER_ARTIST = 30
/** One album of so many is of the large genre. */
const LARGE_GENRE_SHARE = 10

/** Which record belongs to which, without reading any of them. */
export function planCatalogue(tracks: number) {
  const albums = tracks / TRACKS_PER_ALBUM
  const artists = Math.floor(tracks / TRACKS_PER_ARTIST)
  const artistOfAlbum = (album: number) =>
    album < TRACKS_OF_LARGE_ARTIST / TRACKS_PER_ALBUM ? LARGE : 1 + pick(artists - 1, album, 1)
  const artistOfTrack = (track: number) => artistOfAlbum(Math.floor(track / TRACKS_PER_ALBUM))
  return {
    tracks,
    albums,
    artists,
    artistOfAlbum,
    /** The first is the main artist; every tenth track has a guest. */
    artistsOfTrack(track: number): number[] {
      const main = artistOfTrack(track)
      const guest = 1 + pick(artists - 1, track, 2)
      return mix(track, 3) < 0.1 && guest !== main ? [main, guest] : [main]
    },
    /** The first is shown; every second track has another. */
    genresOfTrack(track: number): number[] {
      const album = Math.floor(track / TRACKS_PER_ALBUM)
      const first = album % LARGE_GENRE_SHARE === 1 ? LARGE : 1 + pick(GENRES - 1, album, 4, 2)
      const second = 1 + pick(GENRES - 1, album, 5)
      return track % 2 === 0 && second !== first ? [first, second] : [first]
    },
    /** Few are played often and most hardly ever. */
    playsOf: (n: number, purpose: number, count: number) =>
      Math.floor(count / 2 / (1 + pick(count, n, purpose))),
    artistsFollowedBy(member: number): number[] {
      const follows = member === LARGE ? FOLLOWS_OF_LARGE_MEMBER : pick(20, member, 6)
      const chosen = Array.from({ length: follows }, (_, n) => pick(artists, member * 1_000 + n, 7, 2))
      return [...new Set(chosen)]
    },
    /** @param count at most so many */
    tracksChosenBy: (member: number, purpose: number, count: number) => [
      ...new Set(Array.from({ length: count }, (_, n) => pick(tracks, member * 1_000 + n, purpose, 2))),
    ],
  }
}

export type CataloguePlan = ReturnType<typeof planCatalogue>
