import { addFollowingArtist, removeFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import {
  addTracksToPlaylist,
  deleteTrackFromPlaylist,
  movePlaylistTrack,
} from '@refrain/contract/library/playlist-tracks'
import {
  createPlaylist,
  deletePlaylist,
  IDEMPOTENCY_HEADER,
  likedSongsId,
  newPlaylistTitle,
  updatePlaylist,
} from '@refrain/contract/library/playlists'
import type { InputOf, Operation } from '@refrain/contract/operation'
import { type ListenerState, UNKNOWN_ID } from '../listener-state.ts'
import { type Action, type ActionContext, callAction, pickNew, without } from './action.ts'

export function like(context: ActionContext): Action | undefined {
  const trackId = pickNew(context.random, context.ids.tracks, context.state.likes)
  if (!trackId) return undefined
  return callAction(context, appendLikedSongs, { trackId }, state => state.likes.push(trackId))
}

export function unlike(context: ActionContext): Action | undefined {
  const { state, account, random } = context
  if (state.likes.length === 0) return undefined
  const input = { playlistId: likedSongsId(account.userId), trackId: random.pick(state.likes) }
  return callAction(context, deleteTrackFromPlaylist, input, next => {
    next.likes = without(next.likes, input.trackId)
  })
}

export function follow(context: ActionContext): Action | undefined {
  const artistId = pickNew(context.random, context.ids.artists, context.state.follows)
  if (!artistId) return undefined
  return callAction(context, addFollowingArtist, { artistId }, state => state.follows.push(artistId))
}

export function unfollow(context: ActionContext): Action | undefined {
  if (context.state.follows.length === 0) return undefined
  const artistId = context.random.pick(context.state.follows)
  return callAction(context, removeFollowingArtist, { artistId }, state => {
    state.follows = without(state.follows, artistId)
  })
}

export function makePlaylist(context: ActionContext): Action | undefined {
  const title = newPlaylistTitle(context.state.playlists.length + 1)
  const add = (state: ListenerState, response: { id: string } | undefined) =>
    state.playlists.push({ id: response?.id ?? UNKNOWN_ID, title, tracks: [] })
  return callAction(context, createPlaylist, {}, add, { [IDEMPOTENCY_HEADER]: context.key })
}

/** Chooses a playlist, and changes it in the expected state. */
function changePlaylist<Op extends Operation>(
  context: ActionContext,
  operation: Op,
  inputOf: (playlist: ListenerState['playlists'][number]) => InputOf<Op> | undefined,
  change: (playlist: ListenerState['playlists'][number], input: InputOf<Op>) => void,
): Action | undefined {
  if (context.state.playlists.length === 0) return undefined
  const { id } = context.random.pick(context.state.playlists)
  const input = inputOf(context.state.playlists.find(playlist => playlist.id === id)!)
  if (!input) return undefined
  return callAction(context, operation, input, state =>
    change(state.playlists.find(playlist => playlist.id === id)!, input),
  )
}

export function addTracks(context: ActionContext): Action | undefined {
  const { ids, random } = context
  return changePlaylist(
    context,
    addTracksToPlaylist,
    ({ id, tracks }) => {
      const free = ids.tracks.filter(track => !tracks.includes(track))
      const first = random.below(free.length)
      return { playlistId: id, tracks: free.slice(first, first + 1 + random.below(8)) }
    },
    (playlist, { tracks }) => playlist.tracks.push(...tracks),
  )
}

export function moveTrack(context: ActionContext): Action | undefined {
  const { random } = context
  return changePlaylist(
    context,
    movePlaylistTrack,
    ({ id, tracks }) => {
      if (tracks.length < 2) return undefined
      const trackId = random.pick(tracks)
      const afterTrackId = random.pick([null, ...without(tracks, trackId)])
      return { playlistId: id, trackId, afterTrackId }
    },
    (playlist, { trackId, afterTrackId }) => {
      const rest = without(playlist.tracks, trackId)
      rest.splice(afterTrackId === null ? 0 : rest.indexOf(afterTrackId) + 1, 0, trackId)
      playlist.tracks = rest
    },
  )
}

export function removeTrack(context: ActionContext): Action | undefined {
  const { random } = context
  return changePlaylist(
    context,
    deleteTrackFromPlaylist,
    ({ id, tracks }) => (tracks.length > 0 ? { playlistId: id, trackId: random.pick(tracks) } : undefined),
    (playlist, { trackId }) => {
      playlist.tracks = without(playlist.tracks, trackId)
    },
  )
}

export function retitle(context: ActionContext): Action | undefined {
  return changePlaylist(
    context,
    updatePlaylist,
    ({ id }) => ({ playlistId: id, title: `Title ${context.key}`, picturePath: '' }),
    (playlist, { title }) => {
      playlist.title = title
    },
  )
}

export function dropPlaylist(context: ActionContext): Action | undefined {
  if (context.state.playlists.length === 0) return undefined
  const { id } = context.random.pick(context.state.playlists)
  const action = callAction(context, deletePlaylist, { playlistId: id }, state => {
    state.playlists = state.playlists.filter(playlist => playlist.id !== id)
  })
  return { ...action, statusIfDone: 404 }
}
