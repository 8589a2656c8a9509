import { readToken } from '../account/session.ts'

/**
 * Does what was pressed as a guest or as a member: before the server's cookie has been asked, a member without a
 * local copy of the token (READ-09) looks like a guest. Nothing where a member's code cannot be had, and for a guest
 * who has gone elsewhere meanwhile.
 */
export async function guestOrMember(guest: () => void, member: () => Promise<unknown>): Promise<void> {
  const { href } = location
  if ((await readToken()) === null) {
    if (location.href === href) guest()
  } else await member().catch(() => {})
}
