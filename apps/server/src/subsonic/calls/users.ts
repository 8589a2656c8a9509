import { type Calls, read } from '../call.ts'
import type { Caller } from '../request/authenticate.ts'
import type { Fields } from '../response/fields.ts'
import { CODES, SubsonicError } from '../subsonic-error.ts'

/** Apps cannot administer, whoever uses them. */
function toUser({ username, email, scope }: Caller): Fields {
  return {
    username,
    email,
    scrobblingEnabled: true,
    maxBitRate: 0,
    adminRole: false,
    settingsRole: false,
    downloadRole: true,
    uploadRole: false,
    playlistRole: scope === 'edit',
    coverArtRole: false,
    commentRole: false,
    podcastRole: false,
    streamRole: true,
    jukeboxRole: false,
    shareRole: false,
    videoConversionRole: false,
    folder: [1],
  }
}

export const userCalls = (): Calls => ({
  getUser: read(({ parameters, caller }) => {
    const username = parameters.required('username')
    if (!isOwnName(username, caller))
      throw new SubsonicError(CODES.notAllowed, 'Only your own account is shown here.')
    return { user: toUser(caller) }
  }),
  getUsers: read(({ caller }) => ({ users: { user: [toUser(caller)] } })),
})

/** Whether a name is one of the caller's. */
export function isOwnName(name: string, { username, email, userId }: Caller): boolean {
  return [username, email, userId].some(own => own.toLowerCase() === name.toLowerCase())
}
