const TRUSTED_MS = 600_000
const MOST_KNOWN = 10_000

/**
 * Sessions whose tokens were checked a moment ago. Rate limits count by them before a request is looked at: a token
 * that nobody has checked must not give its sender a count of its own.
 */
export class VerifiedSessions {
  readonly #known = new Map<string, { session: string; until: number }>()

  /** Remembers that the token belongs to the session. */
  add(token: string, session: string): void {
    this.#known.delete(token)
    if (this.#known.size >= MOST_KNOWN) this.#known.delete(this.#known.keys().next().value as string)
    this.#known.set(token, { session, until: performance.now() + TRUSTED_MS })
  }

  /** The session of a token that was checked within ten minutes. */
  find(token: string): string | undefined {
    const known = this.#known.get(token)
    return known && known.until > performance.now() ? known.session : undefined
  }
}
