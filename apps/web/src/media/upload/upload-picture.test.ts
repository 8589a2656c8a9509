import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { uploadUserPicPath, uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { uploadPicture } from './upload-picture.ts'

const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

let server: AccountServer
let sent: Sent[]
beforeEach(async () => {
  server = mockAccounts()
  await server.signIn()
  sent = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Answers the two calls of an upload with these status codes. */
function answerUploads(path: number, picture: number): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    const isPath = url === uploadUserPicPath.path
    return new Response(isPath ? '{"success":true}' : '{"filePath":"p1.jpg"}', {
      status: isPath ? path : picture,
    })
  })
}

const send = () => uploadPicture(uploadUserPicPath, uploadUserPicture, 'user_profile/us1', jpeg)

it('sends the target, then the picture as a form, and returns its name', async () => {
  answerUploads(200, 200)
  expect(await send()).toBe('p1.jpg')
  const [first, second] = sent
  expect(JSON.parse(String(first?.init.body))).toEqual({ pic_path: 'user_profile/us1' })
  expect(second?.url).toBe(uploadUserPicture.path)
  expect(second?.init.headers).toMatchObject({ [TOKEN_HEADER]: 'ada' })
  const file = (second?.init.body as FormData | undefined)?.get('file')
  expect(file).toBeInstanceOf(Blob)
  expect((file as File).type).toBe('image/jpeg')
})

it.each([
  [403, 200],
  [200, 413],
  [200, 500],
])('throws if a response is not ok: %i, %i (ERR-11)', async (path, picture) => {
  answerUploads(path, picture)
  await expect(send()).rejects.toThrow('File upload failed')
})

it('throws the same error if the server cannot be reached (ERR-11)', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send()).rejects.toThrow('File upload failed')
})
