import {
  deleteUser,
  updatePassword,
  updateUsername,
  updateUserProfilePath,
} from '@refrain/contract/account/own-account'
import { createUser } from '@refrain/contract/account/sign-in'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { countAlbumPlays, countTrackPlay, recordPlayedTrack } from '@refrain/contract/listening/plays'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { callService } from '../call-service.ts'
import { type Action, type ActionContext, callAction, pickNew } from './action.ts'

export function countPlay(context: ActionContext): Action | undefined {
  const trackId = pickNew(context.random, context.ids.tracks, context.state.plays)
  if (!trackId) return undefined
  const action = callAction(context, countTrackPlay, { trackId }, state => state.plays.push(trackId))
  return { ...action, isCounted: true }
}

export function countAlbum(context: ActionContext): Action | undefined {
  const album = pickNew(context.random, context.ids.albums, context.state.albumPlays)
  if (!album) return undefined
  return callAction(context, countAlbumPlays, { albums: [album] }, state => state.albumPlays.push(album))
}

export function startTrack(context: ActionContext): Action | undefined {
  const trackId = pickNew(context.random, context.ids.tracks, context.state.started)
  if (!trackId) return undefined
  return callAction(context, recordPlayedTrack, { trackId }, state => state.started.push(trackId))
}

export function rename(context: ActionContext): Action {
  const name = `Name ${context.key}`
  return callAction(context, updateUsername, { name }, state => {
    state.name = name
  })
}

export function changePassword({ account, key }: ActionContext): Action {
  const newPassword = `a password of ${key}`
  return {
    name: 'updatePassword',
    async send(address) {
      const [currentPassword] = account.passwords
      account.passwords = [currentPassword!, newPassword]
      const given = { currentPassword: String(currentPassword), newPassword }
      const { token } = await callService(address, updatePassword, given, account)
      Object.assign(account, { token, passwords: [newPassword] })
    },
    apply() {},
  }
}

export function changePicture({ account }: ActionContext): Action {
  let picture: string | undefined
  return {
    name: 'uploadUserPicture',
    async send(address) {
      const form = new FormData()
      form.set('file', account.picture, 'me.png')
      const { token } = account
      picture = undefined
      const { picturePath } = await callService(address, uploadUserPicture, {}, { token, form })
      picture = picturePath
      await callService(address, updateUserProfilePath, { picturePath }, { token })
    },
    apply(state) {
      state.picture = picture ?? state.picture
    },
  }
}

/** An account that is created, follows an artist and is deleted. */
export function comeAndGo({ account, ids, random, key }: ActionContext): Action {
  const email = `${key}@example.org`
  const artistId = random.pick(ids.artists)
  let repeats = 0
  return {
    name: 'createUser, deleteUser',
    async send(address) {
      // A repetition is another account: what became of the first is not known.
      const of = repeats++ === 0 ? email : `again-${repeats}-${email}`
      const given = { name: 'A guest', email: of, password: 'here for a moment' }
      const { token } = await callService(address, createUser, given)
      await callService(address, addFollowingArtist, { artistId }, { token })
      await callService(address, deleteUser, {}, { token })
      account.deletedEmails.push(of)
    },
    apply() {},
  }
}
