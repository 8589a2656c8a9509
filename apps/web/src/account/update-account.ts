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
import { readToken, renewSession } from './session.ts'

/** Changes the listener's name. @returns whether it was changed; failures show no message */
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
 * Uploads a picture and sets it as the listener's.
 * @throws if either fails, or somebody else has signed in meanwhile
 */
export async function changePicture(userId: string, jpeg: Blob): Promise<void> {
  const token = await readToken()
  const target = `${PICTURE_FOLDERS.user}/${userId}`
  const picturePath = await uploadPicture(uploadUserPicPath, uploadUserPicture, target, jpeg)
  if ((await readToken()) !== token) throw new Error('The session has ended.')
  await show(token, await call(updateUserProfilePath, { picturePath }))
}

/** Removes the listener's picture; if that fails, it stays. */
export async function removePicture(): Promise<void> {
  const token = await readToken()
  await call(updateUserProfilePath, { picturePath: '' }).then(
    user => show(token, user),
    () => {},
  )
}

/**
 * Changes the password.
 * @returns undefined if that worked, else the server's message, for example about a wrong current password; '' without one
 */
export async function changePassword(input: InputOf<typeof updatePassword>): Promise<string | undefined> {
  let token = await readToken()
  try {
    const { token: next } = await call(updatePassword, input)
    if (token !== null) renewSession(token, next)
    token = next
  } catch (error) {
    return textOf(error)
  }
  // Accounts without a password have one from now on.
  await queryClient.invalidateQueries({ queryKey: ownUserQuery(token).queryKey })
  return undefined
}

/**
 * Caches the updated listener.
 * @param token of whoever made the change: an answer that arrives after their session has ended is dropped
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
