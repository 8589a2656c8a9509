import { ForbiddenError } from '../http/errors/request-errors.ts'
import type { Actor } from '../http/requests/actor.ts'

/** The id in a body never says who asks: it may only agree. @throws ForbiddenError */
export function requireSelf(userId: string, actor: Actor): void {
  if (userId !== actor.userId) throw new ForbiddenError('This is for the listener alone whom it names.')
}
