import { foldForSearch } from '@refrain/contract/fold-for-search'
import { isCollectionPlaylistId } from '@refrain/contract/library/collection-playlist-ids'
import { LIKED_SONGS, likedSongsId, type Playlist } from '@refrain/contract/library/playlists'
import { countLimits, textLimits } from '@refrain/contract/limits'
import { readTotalSeconds } from '../../catalogue/listings/song-store.ts'
import {
  createFilledPlaylist,
  editPlaylist,
  type PlaylistEdit,
} from '../../library/playlists/edit-playlist.ts'
import { deletePlaylist, readAllPlaylists, readPlaylist } from '../../library/playlists/playlists.ts'
import { type CallInput, type Calls, type CallTools, edit, read } from '../call.ts'
import { requireId, toAppId, toCoverId } from '../ids.ts'
import type { Caller } from '../request/authenticate.ts'
import type { Parameters } from '../request/parameters.ts'
import type { Fields } from '../response/fields.ts'
import { CollectionPlaylistShapes } from '../shapes/collection-playlist.ts'
import { readChildren } from '../shapes/song.ts'
import { badParameter, CODES, SubsonicError } from '../subsonic-error.ts'
import { isOwnName } from './users.ts'

const WHOLE = /^\d{1,9}$/

/** A listener's playlists, Liked Songs among them, and those of the collection. */
export function playlistCalls(tools: CallTools): Calls {
  const { db, liveUpdates } = tools
  const ofCollection = new CollectionPlaylistShapes(tools)

  async function describe(caller: Caller, playlists: readonly Playlist[]): Promise<Fields[]> {
    const seconds = await readTotalSeconds(
      db,
      playlists.map(({ tracks }) => tracks),
    )
    return playlists.map(({ id, title, type, comment, tracks, createdAt, changedAt, picturePath }, n) => ({
      id: toAppId('playlist', id),
      name: title,
      comment,
      owner: caller.username,
      public: false,
      readonly: type === 'liked',
      songCount: tracks.length,
      duration: Math.round(seconds[n] as number),
      created: createdAt,
      changed: changedAt,
      coverArt: toCoverId('playlist', id, picturePath),
    }))
  }

  async function open(caller: Caller, playlist: Playlist): Promise<Fields> {
    const entry = await readChildren(db, caller.userId, playlist.tracks)
    const [fields] = await describe(caller, [playlist])
    return { playlist: { ...fields, entry } }
  }

  function publish({ userId }: Caller, playlistId: string): void {
    liveUpdates.publish({ userId }, playlistId === likedSongsId(userId) ? 'likes' : 'playlists')
  }

  async function change(caller: Caller, playlistId: string, changes: PlaylistEdit): Promise<Playlist> {
    const playlist = await editPlaylist(db, caller.userId, playlistId, changes)
    publish(caller, playlistId)
    return playlist
  }

  async function create({ parameters, caller }: CallInput): Promise<Fields> {
    const tracks = readTrackIds(parameters, 'songId')
    const given = parameters.get('playlistId')
    await ofCollection.refuse(given)
    const name = parameters.get('name')
    if (given !== undefined && given !== '') {
      const title = name ? readName(name) : undefined
      const id = requireId(given, 'playlist', 'playlistId')
      return open(caller, await change(caller, id, { title, removed: 'all', added: tracks }))
    }
    const title = readName(parameters.required('name'))
    const playlist = await createFilledPlaylist(db, caller.userId, title, tracks)
    publish(caller, playlist.id)
    return open(caller, playlist)
  }

  return {
    getPlaylists: read(async ({ parameters, caller }) => {
      const username = parameters.get('username')
      if (username && !isOwnName(username, caller))
        throw new SubsonicError(CODES.notAllowed, 'Only your own playlists are shown here.')
      const playlist: Fields[] = []
      for await (const slice of readAllPlaylists(db, caller.userId))
        playlist.push(...(await describe(caller, slice)))
      playlist.push(...(await ofCollection.list(username ? caller.userId : undefined)))
      return { playlists: { playlist } }
    }),
    getPlaylist: read(async ({ parameters, caller }) => {
      const id = requireId(parameters.required('id'), 'playlist')
      if (!isCollectionPlaylistId(id)) return open(caller, await readPlaylist(db, caller.userId, id))
      const { fields, tracks } = await ofCollection.read(id)
      return { playlist: { ...fields, entry: await readChildren(db, caller.userId, tracks) } }
    }),
    createPlaylist: edit(create),
    updatePlaylist: edit(async ({ parameters, caller }) => {
      const id = requireId(parameters.required('playlistId'), 'playlist', 'playlistId')
      await ofCollection.refuse(toAppId('playlist', id))
      const name = parameters.get('name')
      const comment = parameters.get('comment')
      await change(caller, id, {
        title: name === undefined ? undefined : readName(name),
        comment: comment?.slice(0, textLimits.comment.max).toWellFormed(),
        removed: readPlaces(parameters),
        added: readTrackIds(parameters, 'songIdToAdd'),
      })
      return {}
    }),
    deletePlaylist: edit(async ({ parameters, caller }) => {
      const id = requireId(parameters.required('id'), 'playlist')
      await ofCollection.refuse(toAppId('playlist', id))
      if (id === likedSongsId(caller.userId))
        throw new SubsonicError(CODES.notAllowed, `${LIKED_SONGS} stays.`)
      await deletePlaylist(db, caller.userId, id)
      publish(caller, id)
      return {}
    }),
  }
}

function readTrackIds(parameters: Parameters, name: string): string[] {
  const ids = parameters.all(name).filter(id => id !== '')
  if (ids.length > countLimits.playlistTracks)
    throw new SubsonicError(CODES.other, `A playlist holds no more than ${countLimits.playlistTracks} songs.`)
  return ids.map(id => requireId(id, 'track', name))
}

/** Places that are no numbers, or out of range, are ignored by the protocol. */
function readPlaces(parameters: Parameters): number[] {
  return parameters
    .all('songIndexToRemove')
    .filter(place => WHOLE.test(place))
    .map(Number)
}

/** Apps name playlists as they like, shorter than our pages allow. @throws SubsonicError (10) */
function readName(given: string): string {
  const name = given
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, textLimits.playlistTitle.max)
    .toWellFormed()
  if (name === '') throw badParameter('name', 'is empty')
  if (foldForSearch(name) === foldForSearch(LIKED_SONGS)) throw badParameter('name', 'is taken by the likes')
  return name
}
