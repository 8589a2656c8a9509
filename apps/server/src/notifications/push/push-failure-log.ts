/** Says of each push service, as the operator names it, once that it takes no notification, until it does again. */
export class PushFailureLog {
  readonly #services = new Set<string>()

  failed(service: string, why: string): void {
    if (this.#services.has(service)) return
    this.#services.add(service)
    console.error(`${service} takes no notification: ${why}`)
  }

  worked(service: string): void {
    if (this.#services.delete(service)) console.log(`${service} takes notifications again.`)
  }
}

/** What was wrong where nobody answered. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
