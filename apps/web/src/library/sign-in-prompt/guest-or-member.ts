import { readToken } from '../../account/session.ts'

/** Without an answer from the server for this long, the listener counts as a guest. */
const TIMEOUT_MS = 5_000

/**
 * Runs an action for guests or for members, once the server has said which: until then, a member without a local copy
 * of the token looks like a guest. Does nothing for a guest who has left the page meanwhile.
 */
export async function guestOrMember(guest: () => void, member: () => Promise<unknown>): Promise<void> {
  const { href } = location
  const token = await readToken(AbortSignal.timeout(TIMEOUT_MS)).catch(() => null)
  if (token === null) {
    if (location.href === href) guest()
  } else await member().catch(() => {})
}
