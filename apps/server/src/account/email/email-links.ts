import { LINK_EXPIRED } from '@refrain/contract/account/email'
import { isToken } from '@refrain/contract/account/session'
import { dayLimits, minuteLimits } from '@refrain/contract/limits'
import type { Database, Transaction } from '../../database/tables.ts'
import { ForbiddenError } from '../../http/errors/request-errors.ts'
import { createToken, hashToken } from '../sessions/token.ts'
import type { EmailLinkPurpose, EmailLinkRow } from '../tables.ts'
import { hasEmailLink, insertEmailLink, takeEmailLink } from './email-link-store.ts'

/** How long links work after they were sent, in milliseconds. */
const LIFETIMES: Readonly<Record<EmailLinkPurpose, number>> = {
  reset: minuteLimits.passwordResetLink * 60_000,
  verify: dayLimits.verificationLink * 86_400_000,
}

/** 403 with one text for links that are unknown, expired and used up. */
export class LinkExpiredError extends ForbiddenError {
  override name = 'LinkExpiredError'
  constructor() {
    super(LINK_EXPIRED)
  }
}

/**
 * Creates the token of a link at the moment the email is written, so that no delivery that waits in the database holds one.
 * @param link the address that the link is sent to, '' if an administrator hands it over; the session that asked for it, if any
 * @param lifetime in milliseconds, if not the usual one
 */
export async function createEmailLink(
  tx: Transaction,
  purpose: EmailLinkPurpose,
  { userId, email, session = null }: { userId: string; email: string; session?: string | null },
  lifetime = LIFETIMES[purpose],
): Promise<string> {
  const token = createToken()
  const now = Date.now()
  const link: EmailLinkRow = {
    token_hash: hashToken(token),
    user_id: userId,
    purpose,
    email,
    created_at: now,
    expires_at: now + lifetime,
    session,
  }
  await insertEmailLink(tx, link)
  return token
}

/** @throws LinkExpiredError unless the link works; it stays usable */
export async function requireEmailLink(
  db: Database,
  purpose: EmailLinkPurpose,
  token: string,
): Promise<void> {
  const works =
    isToken(token) && (await hasEmailLink(db, { token_hash: hashToken(token), purpose }, Date.now()))
  if (!works) throw new LinkExpiredError()
}

/** Uses a link up. @throws LinkExpiredError unless it works */
export async function useEmailLink(
  tx: Transaction,
  purpose: EmailLinkPurpose,
  token: string,
): Promise<{ userId: string; email: string; session: string | null }> {
  const link = await takeEmailLink(tx, { token_hash: hashToken(token), purpose }, Date.now())
  if (!link) throw new LinkExpiredError()
  return { userId: link.user_id, email: link.email, session: link.session }
}
