import { describeEntry, type LogEntry, type LogLevel, setLogSink } from './log.ts'

/** A warning or error that a program sends to the service that started it. */
export interface ForwardedEntry {
  readonly level: LogLevel
  readonly logged: string
}

/** Sends warnings and errors of this program to the process that started it, which may store them. */
export function forwardLog(): void {
  if (process.send) setLogSink(entry => void forward(entry))
}

/** Resolves when the entry has been sent, or nobody takes it. */
export function forward(entry: LogEntry): Promise<void> {
  if (!process.send || !process.connected) return Promise.resolve()
  const message: ForwardedEntry = { level: entry.level, logged: describeEntry(entry) }
  return new Promise(resolve => {
    process.send?.(message, undefined, {}, () => resolve())
  })
}
