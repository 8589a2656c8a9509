import { type User, updatePassword, updateUsername, updateUserProfilePath } from '@refrain/contract/account'
import { uploadUserPicPath, uploadUserPicture } from '@refrain/contract/files'
import { PICTURE_FOLDERS } from '@refrain/contract/media'
import type { InputOf } from '@refrain/contract/operation'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { CallError } from '../api/send.ts'
import { upload } from '../media/upload-picture.ts'
import { ownUserQuery } from './own-user.ts'
import { readToken } from './session.ts'

/** Changes the listener's name (ACC-02). Answers whether it was changed; of a failure nothing is said (READ-59). */
export async function changeName(name: string): Promise<boolean> {
  try {
    await show(await call(updateUsername, { name }))
    return true
  } catch {
    return false
  }
}

/**
 * Sends a picture and makes it the listener's (ACC-03, ACC-11).
 * @throws Error where either fails
 */
export async function changePicture(userId: string, jpeg: Blob): Promise<void> {
  const target = `${PICTURE_FOLDERS.user}/${userId}`
  const profile_path = await upload(uploadUserPicPath, uploadUserPicture, target, jpeg)
  await show(await call(updateUserProfilePath, { profile_path }))
}

/** Takes the listener's picture away; where that fails it stays. */
export async function removePicture(): Promise<void> {
  await call(updateUserProfilePath, { profile_path: '' }).then(show, () => {})
}

/**
 * Changes the password (ACC-04). Answers undefined where it is done, else what the server says of it, as of a wrong
 * current one (PROP-32); '' where it says nothing.
 */
export async function changePassword(input: InputOf<typeof updatePassword>): Promise<string | undefined> {
  try {
    await call(updatePassword, input)
  } catch (error) {
    return textOf(error)
  }
  // From now on there is one to be asked for (ACC-14).
  await queryClient.invalidateQueries({ queryKey: ownUserQuery(await readToken()).queryKey })
  return undefined
}

/** Every place that shows the listener has the answer at once. */
async function show(user: User): Promise<void> {
  const { queryKey } = ownUserQuery(await readToken())
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, user)
}

function textOf(error: unknown): string {
  const body = error instanceof CallError ? error.body : undefined
  return typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : ''
}
