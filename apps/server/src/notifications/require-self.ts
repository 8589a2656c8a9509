import type { Actor } from '../http/actor.ts'
import { ForbiddenError } from '../http/errors.ts'

/** The id in a body never says who asks: it may only agree. @throws ForbiddenError */
export function requireSelf(userId: string, actor: Actor): void {
  if (userId !== actor.userId) throw new ForbiddenError('This is for the listener alone whom it names.')
}
