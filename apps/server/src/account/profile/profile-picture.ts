import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import { readUpload, releaseUpload } from '../../media/uploads/upload-store.ts'
import { readUser, updateProfilePicture } from '../user-store.ts'

const MAX_LENGTH = 512

/**
 * Normalizes the address of an identity provider's picture; undefined unless it is exactly on `photoHost`. Compares parsed
 * host names, since `https://host.evil` has the same prefix. The server never fetches it.
 */
export function parseProviderPicture(given: unknown, photoHost: string): string | undefined {
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined
  const url = new URL(given)
  const plain = url.username === '' && url.password === '' && url.port === ''
  if (url.protocol !== 'https:' || url.hostname !== photoHost || !plain) return undefined
  // Percent-encoding can make it nine times as long.
  return url.href.length <= MAX_LENGTH ? url.href : undefined
}

/**
 * Sets a listener's picture: none (''), their own upload, or a picture of the provider's. Releases the upload it replaces.
 * @throws InvalidInputError for anything else
 */
export async function changeProfilePicture(
  db: Database,
  userId: string,
  given: string,
  photoHost: string,
): Promise<void> {
  const photo = given === '' ? '' : parseProviderPicture(given, photoHost)
  await write(db, async tx => {
    const user = await readUser(tx, userId)
    if (!user) throw new UnauthorizedError()
    const upload = photo === undefined ? await readUpload(tx, userId, given) : undefined
    const next = photo ?? (upload && given)
    if (next === undefined) throw new InvalidInputError('profile_path: is none of your pictures')
    if (next === user.picturePath) return
    await updateProfilePicture(tx, userId, next)
    await releaseUpload(tx, userId, user.picturePath)
  })
}
