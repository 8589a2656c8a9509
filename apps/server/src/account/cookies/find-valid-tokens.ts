import { toRequestError } from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** How long the pages wait to learn who is signed in. */
const TIMEOUT_SECONDS = 3

/**
 * Those of the tokens that have a session. While the database is unavailable, a single token counts as valid, so that an
 * outage signs nobody out.
 * @throws if the database is unavailable and there are several tokens
 */
export async function findValidTokens(sessions: Sessions, tokens: readonly string[]): Promise<string[]> {
  try {
    const found = await withDeadline(Promise.all(tokens.map(token => sessions.find(token))), TIMEOUT_SECONDS)
    return tokens.filter((_, n) => found[n])
  } catch (error) {
    if (tokens.length === 1 && toRequestError(error).statusCode === 503) return [...tokens]
    throw error
  }
}
