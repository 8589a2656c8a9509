import { growingCache } from '../../growing-cache.ts'

const TTL_MS = 600_000
const MAX_SESSIONS = 10_000

/** A session, and whose it is. */
export interface VerifiedSession {
  readonly session: string
  readonly userId: string
}

/**
 * Sessions whose tokens were verified within the last ten minutes. Rate limits run before authentication and count by
 * these sessions: an unverified token must not give its sender a counter of its own.
 */
export class VerifiedSessions {
  readonly #sessions = growingCache<string, VerifiedSession & { readonly until: number }>(MAX_SESSIONS)

  add(token: string, { session, userId }: VerifiedSession): void {
    this.#sessions.set(token, { session, userId, until: performance.now() + TTL_MS })
  }

  find(token: string): VerifiedSession | undefined {
    const entry = this.#sessions.get(token)
    return entry && entry.until > performance.now() ? entry : undefined
  }

  /** However long ago the token was verified, as long as it is remembered. */
  findKnown(token: string): string | undefined {
    return this.#sessions.get(token)?.session
  }
}
