/** Says of each host once that it takes no notification, until it does again. */
export class TroubleLog {
  readonly #hosts = new Set<string>()

  failed(host: string, why: string): void {
    if (this.#hosts.has(host)) return
    this.#hosts.add(host)
    console.error(`${host} takes no notification: ${why}`)
  }

  worked(host: string): void {
    if (this.#hosts.delete(host)) console.log(`${host} takes notifications again.`)
  }
}

/** What was wrong where nobody answered. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
