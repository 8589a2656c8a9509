import { type Logger, pino } from 'pino'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
/** What belongs to a message, an error as `err`: never personal data, tokens or what somebody sent. */
export type LogDetails = Readonly<Record<string, unknown>>

/** A line of the log, for those who keep it. */
export interface LogEntry {
  readonly level: LogLevel
  readonly message: string
  readonly details: LogDetails | undefined
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const PRINTED = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const

let level: LogLevel = 'info'
/** Undefined while lines are printed for people. */
let json: Logger | undefined
let keep: (entry: LogEntry) => void = () => {}

/** Chooses what is logged, and how: a line of JSON each for programs, or a sentence for people. */
export function configureLog(options: { readonly level: LogLevel; readonly format: 'json' | 'text' }): void {
  level = options.level
  // Synchronous, so that the last line before an exit is not lost.
  json =
    options.format === 'json'
      ? pino({ base: { pid: process.pid } }, pino.destination({ sync: true }))
      : undefined
}

/** Has warnings and errors kept, until it is called with another function. */
export function keepLogEntries(keeper: (entry: LogEntry) => void): void {
  keep = keeper
}

export const isJson = () => json !== undefined
export const isLogged = (of: LogLevel) => LEVELS.indexOf(of) >= LEVELS.indexOf(level)

/** An error alone is printed with its stack. */
function toText(message: string, details?: LogDetails): unknown[] {
  if (!details) return [message]
  const { err, ...rest } = details
  return [message, ...(err === undefined ? [] : [err]), ...(Object.keys(rest).length > 0 ? [rest] : [])]
}

function write(of: LogLevel, message: string, details?: LogDetails): void {
  if (!isLogged(of)) return
  if (json) json[of]({ ...details }, message)
  else console[PRINTED[of]](...toText(message, details))
  if (of === 'warn' || of === 'error') keep({ level: of, message, details })
}

/** The log of the service: what happened, for the operator. */
export const log = {
  debug: (message: string, details?: LogDetails) => write('debug', message, details),
  info: (message: string, details?: LogDetails) => write('info', message, details),
  warn: (message: string, details?: LogDetails) => write('warn', message, details),
  error: (message: string, details?: LogDetails) => write('error', message, details),
}
