import type { Transaction } from '../../database/tables.ts'
import type { PasskeyChallengeRow } from '../tables.ts'

export async function insertChallenge(tx: Transaction, row: PasskeyChallengeRow): Promise<void> {
  await tx.insertInto('passkey_challenges').values(row).execute()
}

interface TakenChallenge extends Pick<PasskeyChallengeRow, 'challenge_hash' | 'purpose'> {
  /** Not empty. */
  readonly holders: readonly string[]
}

/** Uses a challenge up. @returns undefined if it is unknown, expired, used, or was sent to somebody else */
export async function takeChallengeRow(
  tx: Transaction,
  { challenge_hash, holders, purpose }: TakenChallenge,
  now: number,
): Promise<Pick<PasskeyChallengeRow, 'new_user_id'> | undefined> {
  return tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('holder', 'in', holders)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('new_user_id')
    .executeTakeFirst()
}

/** Nobody can answer the challenges of a listener's sessions any more. */
export async function deleteChallengesOfSessions(tx: Transaction, userId: string): Promise<void> {
  await tx
    .deleteFrom('passkey_challenges')
    .where('holder', 'in', eb =>
      eb.selectFrom('sessions').select('sessions.token_hash').where('sessions.user_id', '=', userId),
    )
    .execute()
}

export async function deleteExpiredChallenges(tx: Transaction, now: number): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}
