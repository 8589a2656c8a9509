import { log } from '../../log/log.ts'
/** Logs when a push service starts failing and when it recovers, not each failure. */
export class PushFailureLog {
  readonly #failing = new Set<string>()

  failed(service: string, why: string): void {
    if (this.#failing.has(service)) return
    this.#failing.add(service)
    log.error('push service fails', { service, error: why })
  }

  worked(service: string): void {
    if (this.#failing.delete(service)) log.info('push service works again', { service })
  }
}

/** The cause of a failed fetch, which hides it in `cause`. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
