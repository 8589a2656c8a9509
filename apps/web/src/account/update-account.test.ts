import {
  deleteUser,
  fetchOwnUser,
  updatePassword,
  updateUsername,
  updateUserProfilePath,
} from '@refrain/contract/account/own-account'
import { uploadUserPicPath, uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { type AccountServer, mockAccounts } from '../testing/mock-accounts.ts'
import { mockCall } from '../testing/mock-calls.ts'
import { ownUserQuery } from './own-user.ts'
import { beginSession, clearSession, readToken } from './session.ts'
import { changeName, changePassword, changePicture, removePicture } from './update-account.ts'

vi.mock('../listening/engine/player.ts')

const ADA = { id: 'us1', name: 'Ada', email: 'ada@example.org', picturePath: '', isProviderAccount: false }
const BOB = { ...ADA, id: 'us2', name: 'Bob', email: 'bob@example.org' }
const done = { success: true } as const
const passwords = { currentPassword: 'correct horse', newPassword: 'battery staple' }

let server: AccountServer
/** Releases the held call. */
let release: () => void

beforeEach(async () => {
  server = mockAccounts(
    mockCall(updateUsername, ({ name }) => ({ ...ADA, name })),
    mockCall(updateUserProfilePath, ({ picturePath }) => ({ ...ADA, picturePath })),
    mockCall(updatePassword, () => ({ ...done, token: 'renewed' })),
    mockCall(uploadUserPicPath, () => done),
    mockCall(uploadUserPicture, () => ({ picturePath: 'new.jpg' })),
    mockCall(fetchOwnUser, () => BOB),
    mockCall(deleteUser, () => done),
  )
  await server.signIn()
  queryClient.setQueryData(ownUserQuery('ada').queryKey, ADA)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  queryClient.clear()
})

/** Holds back the response of a call; resolves once the call was made. */
function hold(path: string): Promise<void> {
  const { fetch } = globalThis
  const asked = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  release = resolve
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init)
    if (url !== path) return answer
    asked.resolve()
    await promise
    return answer
  })
  return asked.promise
}

/** Ada logs out, and Bob signs in. */
async function changeListener(): Promise<void> {
  clearSession()
  await beginSession('bob')
  queryClient.setQueryData(ownUserQuery('bob').queryKey, BOB)
}
const shown = (token: string) => queryClient.getQueryData(ownUserQuery(token).queryKey)
const isStale = () => queryClient.getQueryState(ownUserQuery('bob').queryKey)?.isInvalidated

it('shows a change at once (ACC-02, ACC-03)', async () => {
  expect(await changeName('Ada L.')).toBe(true)
  expect(shown('ada')).toMatchObject({ name: 'Ada L.' })
  await changePicture('us1', new Blob(['jpeg']))
  expect(shown('ada')).toMatchObject({ picturePath: 'new.jpg' })
  await removePicture()
  expect(shown('ada')).toMatchObject({ picturePath: '' })
})

it.each([
  ['name', updateUsername.path, () => changeName('Ada L.')],
  ['picture', updateUserProfilePath.path, () => changePicture('us1', new Blob(['jpeg']))],
  ['picture that is taken away', updateUserProfilePath.path, removePicture],
  ['password', updatePassword.path, () => changePassword(passwords)],
])(
  'does not show the result of a %s to somebody else who has signed in meanwhile (ACC-02 to ACC-04)',
  async (_, path, act) => {
    const asked = hold(path)
    const acted = act()
    await asked
    await changeListener()
    release()
    await acted
    expect(shown('bob')).toEqual(BOB)
    expect(shown('ada')).toBeUndefined()
    expect(isStale()).toBe(false)
  },
)

it('does not set an uploaded picture for somebody else who has signed in meanwhile (ACC-03)', async () => {
  const asked = hold(uploadUserPicture.path)
  const acted = changePicture('us1', new Blob(['jpeg'])).catch(error => error)
  await asked
  await changeListener()
  release()
  expect(await acted).toBeInstanceOf(Error)
  expect(server.countCalls(updateUserProfilePath)).toBe(0)
})

it('goes on with the token that a change of the password answers, and with what was fetched (READ-24)', async () => {
  expect(await changePassword(passwords)).toBeUndefined()
  expect(await readToken()).toBe('renewed')
  expect(localStorage.getItem('token')).toBe('renewed')
  expect(queryClient.getQueryData(ownUserQuery('renewed').queryKey)).toEqual(ADA)
  expect(queryClient.getQueryData(ownUserQuery('ada').queryKey)).toBeUndefined()
})
