import { toRequestError } from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** So long the pages wait to hear who is signed in. */
const PATIENCE_SECONDS = 3
/**
 * Those of the tokens that sign in. A database that cannot be asked signs nobody out: a token that is alone
 * counts then (PROP-08).
 * @throws where it cannot be asked which of several is the listener's
 */
export async function findValidTokens(sessions: Sessions, tokens: readonly string[]): Promise<string[]> {
  try {
    const found = await withDeadline(Promise.all(tokens.map(token => sessions.find(token))), PATIENCE_SECONDS)
    return tokens.filter((_, n) => found[n])
  } catch (error) {
    if (tokens.length === 1 && toRequestError(error).statusCode === 503) return [...tokens]
    throw error
  }
}
