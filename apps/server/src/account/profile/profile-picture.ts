import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import { readUpload, releaseUpload } from '../../media/uploads/upload-store.ts'
import { readUser, updateProfilePicture } from '../user-store.ts'

const LONGEST = 512

/**
 * A provider's picture in the form in which it is kept; undefined for whatever is not exactly on that host.
 * Compared as an address: `https://host.evil` begins with the host too. Never fetched by us.
 */
export function parseProviderPicture(given: unknown, photoHost: string): string | undefined {
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined
  const url = new URL(given)
  const plain = url.username === '' && url.password === '' && url.port === ''
  if (url.protocol !== 'https:' || url.hostname !== photoHost || !plain) return undefined
  // The form that is kept: letters outside ASCII grow up to ninefold in it.
  return url.href.length <= LONGEST ? url.href : undefined
}

/**
 * Sets a listener's picture: none (''), an upload of their own, or a picture of the provider's. The upload that
 * it replaces goes.
 * @throws InvalidInputError for any other
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
    if (next === user.profile_path) return
    await updateProfilePicture(tx, userId, next)
    await releaseUpload(tx, userId, user.profile_path)
  })
}
