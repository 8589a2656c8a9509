import { PASSKEY_EXPIRED } from '@refrain/contract/account/passkeys'
import { minuteLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { ForbiddenError } from '../../http/errors/request-errors.ts'
import { hashToken } from '../sessions/token.ts'
import type { ChallengePurpose } from '../tables.ts'
import { insertChallenge, takeChallengeRow } from './challenge-store.ts'

/** How long a challenge waits for its answer, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = minuteLimits.passkeyChallenge * 60_000

/** 403 with one text for challenges that are unknown, expired, used up or another browser's. */
class ChallengeExpiredError extends ForbiddenError {
  override name = 'ChallengeExpiredError'
  constructor() {
    super(PASSKEY_EXPIRED)
  }
}

/** Whom a challenge is sent to, and what for. */
interface Asked {
  /** Hash of a secret that only the browser has: its session's token, or a cookie. An answer may bring several cookies. */
  readonly holders: readonly string[]
  readonly purpose: ChallengePurpose
}

/** Stores a challenge, so that any process can check its answer. @param newUserId id of the account to create */
export async function storeChallenge(
  db: Database,
  challenge: string,
  { holders, purpose }: Asked,
  newUserId: string | null = null,
): Promise<void> {
  const row = {
    challenge_hash: hashToken(challenge),
    holder: holders[0] ?? '',
    purpose,
    new_user_id: newUserId,
    expires_at: Date.now() + CHALLENGE_LIFETIME_MS,
  }
  await write(db, tx => insertChallenge(tx, row))
}

/**
 * Uses the challenge of an answer up, whether the answer is right or not.
 * @param clientDataJSON of the answer, in base64url
 * @returns the challenge, and the id of the account to create
 * @throws ForbiddenError if nobody has asked this browser, or too long ago
 */
export async function takeChallenge(
  db: Database,
  clientDataJSON: string,
  asked: Asked,
): Promise<{ challenge: string; newUserId: string | null }> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === undefined || asked.holders.length === 0) throw new ChallengeExpiredError()
  const key = { ...asked, challenge_hash: hashToken(challenge) }
  const row = await write(db, tx => takeChallengeRow(tx, key, Date.now()))
  if (!row) throw new ChallengeExpiredError()
  return { challenge, newUserId: row.new_user_id }
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    const challenge = (data as { challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
