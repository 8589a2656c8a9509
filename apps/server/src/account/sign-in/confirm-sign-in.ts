import { CODE_WRONG } from '@refrain/contract/account/totp'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { ForbiddenError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import type { Actor } from '../../http/requests/actor.ts'
import type { SealingKey } from '../app-keys/sealing-key.ts'
import { verifyPassword } from '../passwords/hash-password.ts'
import { markSessionConfirmed } from '../sessions/session-store.ts'
import { hasSecondFactor, takeCode } from '../totp/second-factor.ts'
import { readPasswordHash } from '../user-store.ts'

/**
 * Lets the session make sensitive changes for some minutes.
 * @throws ForbiddenError if the password or the code is wrong: not 401, which would sign the listener out
 */
export async function confirmSignIn(
  db: Database,
  actor: Actor,
  { password, code }: { password: string; code?: string | undefined },
  sealingKey: SealingKey,
  signal?: AbortSignal,
): Promise<void> {
  const hash = await readPasswordHash(db, actor.userId)
  if (hash === undefined) throw new UnauthorizedError()
  if (!(await verifyPassword(password, hash, signal))) throw new ForbiddenError('The password is wrong.')
  await write(db, async tx => {
    if (
      (await hasSecondFactor(tx, actor.userId)) &&
      !(await takeCode(tx, actor.userId, code ?? '', sealingKey))
    )
      throw new ForbiddenError(CODE_WRONG)
    await markSessionConfirmed(tx, actor.session, Date.now())
  })
}
