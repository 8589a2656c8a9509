import { updatePassword, updateUsername, updateUserProfilePath } from '@refrain/contract/account/own-account'
import type { User } from '@refrain/contract/account/user'
import { uploadUserPicPath, uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { PICTURE_FOLDERS } from '@refrain/contract/media/pictures'
import type { InputOf } from '@refrain/contract/operation'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { CallError } from '../api/send.ts'
import { uploadPicture } from '../media/upload/upload-picture.ts'
import { ownUserQuery } from './own-user.ts'
import { readToken } from './session.ts'

/** Changes the listener's name (ACC-02). Answers whether it was changed; of a failure nothing is said (READ-59). */
export async function changeName(name: string): Promise<boolean> {
  const token = await readToken()
  try {
    await show(token, await call(updateUsername, { name }))
    return true
  } catch {
    return false
  }
}

/**
 * Sends a picture and makes it the listener's (ACC-03, ACC-11).
 * @throws Error where either fails, or somebody else is signed in by then
 */
export async function changePicture(userId: string, jpeg: Blob): Promise<void> {
  const token = await readToken()
  const target = `${PICTURE_FOLDERS.user}/${userId}`
  const profile_path = await uploadPicture(uploadUserPicPath, uploadUserPicture, target, jpeg)
  if ((await readToken()) !== token) throw new Error('The session has ended.')
  await show(token, await call(updateUserProfilePath, { profile_path }))
}

/** Takes the listener's picture away; where that fails it stays. */
export async function removePicture(): Promise<void> {
  const token = await readToken()
  await call(updateUserProfilePath, { profile_path: '' }).then(
    user => show(token, user),
    () => {},
  )
}

/**
 * Changes the password (ACC-04). Answers undefined where it is done, else what the server says of it, as of a wrong
 * current one (PROP-32); '' where it says nothing.
 */
export async function changePassword(input: InputOf<typeof updatePassword>): Promise<string | undefined> {
  const token = await readToken()
  try {
    await call(updatePassword, input)
  } catch (error) {
    return textOf(error)
  }
  // From now on there is one to be asked for (ACC-14).
  await queryClient.invalidateQueries({ queryKey: ownUserQuery(token).queryKey })
  return undefined
}

/**
 * Every place that shows the listener has the answer at once.
 * @param token of whoever asked for it: an answer that comes after their session is shown to nobody
 */
async function show(token: string | null, user: User): Promise<void> {
  if ((await readToken()) !== token) return
  const { queryKey } = ownUserQuery(token)
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, user)
}

function textOf(error: unknown): string {
  const body = error instanceof CallError ? error.body : undefined
  return typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : ''
}
