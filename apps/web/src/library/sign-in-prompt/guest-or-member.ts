import { readToken } from '../../account/session.ts'

/** Milliseconds after which whoever pressed counts as a guest, as long as the server has not said who is signed in. */
const PATIENCE = 5_000

/**
 * Does what was pressed as a guest or as a member: before the server's cookie has been asked, a member without a
 * local copy of the token looks like a guest. Nothing where a member's code cannot be had, and for a guest who has gone
 * elsewhere meanwhile.
 */
export async function guestOrMember(guest: () => void, member: () => Promise<unknown>): Promise<void> {
  const { href } = location
  const token = await readToken(AbortSignal.timeout(PATIENCE)).catch(() => null)
  if (token === null) {
    if (location.href === href) guest()
  } else await member().catch(() => {})
}
