import { LRUCache } from 'lru-cache'

const TTL_MS = 600_000
const MAX_SESSIONS = 10_000

/**
 * Sessions whose tokens were verified within the last ten minutes. Rate limits run before authentication and count by
 * these sessions: an unverified token must not give its sender a counter of its own.
 */
export class VerifiedSessions {
  readonly #sessions = new LRUCache<string, { session: string; until: number }>({ max: MAX_SESSIONS })

  add(token: string, session: string): void {
    this.#sessions.set(token, { session, until: performance.now() + TTL_MS })
  }

  find(token: string): string | undefined {
    const entry = this.#sessions.get(token)
    return entry && entry.until > performance.now() ? entry.session : undefined
  }

  /** However long ago the token was verified, as long as it is remembered. */
  findKnown(token: string): string | undefined {
    return this.#sessions.get(token)?.session
  }
}
