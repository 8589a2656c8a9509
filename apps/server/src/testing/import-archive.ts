import {
  ARCHIVE_LISTS,
  importArchiveItems,
  importArchiveListens,
  importArchivePlaylist,
  matchArchive,
} from '@refrain/contract/library/archive'
import type { OwnData } from '@refrain/contract/own-data'
import type { FastifyInstance } from 'fastify'
import { answerOf } from './start-app.ts'

/** Imports an archive as the pages do, for archives of a few hundred records. @returns how many were added */
export async function importArchive(
  app: FastifyInstance,
  data: OwnData,
  who: Record<string, string>,
): Promise<number> {
  const artists = [...data.following, ...data.interestedArtists, ...data.ratedArtists]
  const albums = [...data.countedAlbums, ...data.keptAlbums, ...data.ratedAlbums]
  const found = await answerOf(
    app,
    matchArchive,
    {
      tracks: data.tracks,
      albums: albums.map(({ id, mbid, name, artistName }) => ({ id, mbid, title: name, artistName })),
      artists: artists.map(({ mbid, name }) => ({ mbid, name })),
      genres: data.interestedGenres.map(genre => genre.name),
    },
    who,
  )
  const ids = new Map<string, string | null>([
    ...data.tracks.map(({ id }, n) => [id, found.tracks[n]!] as const),
    ...albums.map(({ id }, n) => [id, found.albums[n]!] as const),
    ...artists.map(({ id }, n) => [id, found.artists[n]!] as const),
    ...data.interestedGenres.map(({ id }, n) => [id, found.genres[n]!] as const),
  ])
  const timed = (id: string, at: string) => {
    const here = ids.get(id)
    return here ? [{ id: here, at }] : []
  }
  let added = 0
  for (const list of ARCHIVE_LISTS) {
    const items =
      list === 'playedTracks'
        ? Object.values(data.playedTracks).flatMap(played => played.flatMap(id => timed(id, data.madeAt)))
        : data[list].flatMap(({ id, at, ...more }) =>
            timed(id, at).map(item => ('rating' in more ? { ...item, rating: more.rating } : item)),
          )
    added += (await answerOf(app, importArchiveItems, { list, items }, who)).added
  }
  const listens = data.countedPlays.flatMap(({ id, at, client, secondsHeard }) =>
    timed(id, at).map(item => ({ ...item, client, secondsHeard })),
  )
  added += (await answerOf(app, importArchiveListens, { listens }, who)).added
  for (const { origin, type, title, createdAt, comment, songs } of data.playlists) {
    const tracks = songs.flatMap(({ id, addedAt }) => timed(id, addedAt))
    const input = { origin, type, title, createdAt, comment, tracks }
    const result = await answerOf(app, importArchivePlaylist, input, who)
    added += result.added + Number(result.isNew)
  }
  return added
}

/** What an archive says about the listener's music, without ids of the instance, for comparison. */
export function portableData(data: OwnData) {
  const audio = new Map(data.tracks.map(track => [track.id, track.audioId]))
  const songsOf = (songs: OwnData['playlists'][number]['songs']) =>
    songs.map(({ id, addedAt }) => [audio.get(id), addedAt])
  const named = (list: readonly { name: string; at: string }[]) => list.map(({ name, at }) => [name, at])
  return {
    following: named(data.following),
    interestedArtists: named(data.interestedArtists),
    interestedGenres: named(data.interestedGenres),
    countedTracks: data.countedTracks.map(({ id, at }) => [audio.get(id), at]),
    countedPlays: data.countedPlays.map(({ id, at, client, secondsHeard }) => [
      ...[audio.get(id), at, client, secondsHeard],
    ]),
    countedAlbums: named(data.countedAlbums),
    keptAlbums: named(data.keptAlbums),
    ratings: [data.ratedTracks, data.ratedAlbums, data.ratedArtists].map(list =>
      list.map(({ name, at, rating }) => [name, at, rating]),
    ),
    playedTracks: Object.values(data.playedTracks)
      .flatMap(ids => ids.map(id => audio.get(id)))
      .toSorted(),
    likes: data.playlists.filter(list => list.type === 'liked').map(list => songsOf(list.songs)),
    playlists: data.playlists
      .filter(list => list.type === 'playlist')
      .map(({ title, createdAt, comment, origin, songs }) => ({
        ...{ title, createdAt, comment, origin },
        songs: songsOf(songs),
      })),
  }
}
