import { usernameForm } from '@refrain/contract/account/forms'
import { updatePassword, updateUsername, updateUserProfilePath } from '@refrain/contract/account/own-account'
import type { User } from '@refrain/contract/account/user'
import { fetchAllProfiles, fetchProfile } from '@refrain/contract/compat/account'
import { countLimits } from '@refrain/contract/limits'
import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { InvalidInputError, NotFoundError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import { abortAtDeadline } from '../../http/limits/deadline.ts'
import { setCookieHeader } from '../../http/requests/cookies.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import type { AccountEmails } from '../account-emails.ts'
import { changePassword } from '../passwords/change-password.ts'
import { readProfile, readProfiles, readUser, renameUser } from '../user-store.ts'
import { isReadable, normalizeName } from './display-name.ts'
import { changeProfilePicture } from './profile-picture.ts'

export interface ProfileParts {
  readonly db: Database
  /** Only signed-in listeners may see the list of all listeners. */
  readonly profilesForMembers: boolean
  /** Host of the identity provider's profile pictures. */
  readonly photoHost: string
  readonly mails: AccountEmails
  readonly liveUpdates: LiveUpdates
  /** Runs before a listener's name changes, for what shows it elsewhere. */
  readonly beforeRename: (tx: Transaction, userId: string) => Promise<void>
}

export function registerProfiles(app: FastifyInstance, parts: ProfileParts): void {
  const { db } = parts
  bind(app, updateUsername, async (input, actor) => {
    const name = readUsername(input.name)
    const isRenamed = await write(db, async tx => {
      await parts.beforeRename(tx, actor.userId)
      return renameUser(tx, actor.userId, name)
    })
    if (!isRenamed) throw new UnauthorizedError()
    parts.liveUpdates.publish(actor, 'user')
    return ownUser(db, actor.userId)
  })

  bindRoute(app, updatePassword, async (input, request, reply, actor) => {
    const token = await abortAtDeadline(signal => changePassword(db, actor, parts.mails, input, signal))
    const cookie = setCookieHeader(request, 'token', token)
    const text = serialise(updatePassword, { success: true, token })
    // Other tabs ask for their session again as soon as its former token fails: the new cookie goes first.
    await sendUncached(request, reply, text, ['vary', 'cookie', ...cookie])
    parts.liveUpdates.publishSessionEnd(actor.userId)
    parts.liveUpdates.publish(actor, 'user')
  })

  bind(app, updateUserProfilePath, async ({ picturePath }, actor) => {
    await changeProfilePicture(db, actor.userId, picturePath, parts.photoHost)
    parts.liveUpdates.publish(actor, 'user')
    return ownUser(db, actor.userId)
  })

  bind(app, fetchProfile, async ({ id }) => {
    const profile = await readProfile(db, id)
    if (!profile) throw new NotFoundError('There is no such listener.')
    return profile
  })

  const readAll = () => readProfiles(db, countLimits.profiles)
  if (parts.profilesForMembers) bind(app, { ...fetchAllProfiles, who: 'member' as const }, readAll)
  else bind(app, fetchAllProfiles, readAll)
}

/** @throws UnauthorizedError if the account has been deleted */
export async function ownUser(db: Database, userId: string): Promise<User> {
  const user = await readUser(db, userId)
  if (!user) throw new UnauthorizedError()
  return user
}

function readUsername(given: string): string {
  const form = usernameForm.safeParse({ name: normalizeName(given) })
  if (!form.success) throw new InvalidInputError(form.error.issues[0]?.message ?? '')
  if (!isReadable(form.data.name)) throw new InvalidInputError('name: cannot be read')
  return form.data.name
}
