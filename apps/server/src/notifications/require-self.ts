import { ForbiddenError } from '../http/errors/request-errors.ts'
import type { Actor } from '../http/requests/actor.ts'

/** The user id in a body never identifies the caller; it must match the session. @throws ForbiddenError */
export function requireSelf(userId: string, actor: Actor): void {
  if (userId !== actor.userId) throw new ForbiddenError('Only the user with this id may do this.')
}
