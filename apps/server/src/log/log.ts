import { type Logger, pino } from 'pino'
import { nameSources } from './name-sources.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
/** What belongs to a message, an error as `err`: never personal data, tokens or what somebody sent. */
export type LogDetails = Readonly<Record<string, unknown>>

/** A line of the log, for those who store it. */
export interface LogEntry {
  readonly level: LogLevel
  readonly message: string
  readonly details: LogDetails | undefined
}

/** Without the fields of errors, which may hold values of rows. */
function describeError(error: unknown): object {
  const { name, message, stack, code } = error as NodeJS.ErrnoException
  return { type: name, message: message ?? String(error), stack, code }
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const PRINTED = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const

let level: LogLevel = 'info'
/** Undefined while lines are printed for people. */
let json: Logger | undefined
let sink: (entry: LogEntry) => void = () => {}

/** Chooses what is logged, and how: a line of JSON each for programs, or a sentence for people. */
export function configureLog(options: { readonly level: LogLevel; readonly format: 'json' | 'text' }): void {
  level = options.level
  // Synchronous, so that the last line before an exit is not lost.
  json =
    options.format === 'json'
      ? pino(
          { base: { pid: process.pid }, serializers: { err: describeError } },
          pino.destination({ sync: true }),
        )
      : undefined
}

/**
 * Chooses the same by `LOG_LEVEL` and `LOG_FORMAT` before the settings are read, so that a wrong one is logged in the chosen
 * format. Wrong values of these two count as none; the settings refuse them.
 */
export function configureLogFrom(env: Readonly<Record<string, string | undefined>>): void {
  const isJsonAsked = env.LOG_FORMAT === 'json' || (env.LOG_FORMAT !== 'text' && !process.stdout.isTTY)
  configureLog({
    level: LEVELS.find(each => each === env.LOG_LEVEL) ?? 'info',
    format: isJsonAsked ? 'json' : 'text',
  })
}

/** Passes warnings and errors to a function, until it is called with another one. */
export function setLogSink(newSink: (entry: LogEntry) => void): void {
  sink = newSink
}

/** Has an entry stored that another process has printed. */
export const passOn = (entry: LogEntry) => sink(entry)

/** An entry in one line, without stacks. */
export function describeEntry({ message, details = {} }: LogEntry): string {
  const described = Object.entries(details).map(([name, value]) =>
    value instanceof Error ? value.message : `${name}=${String(value)}`,
  )
  return [message, ...described].join(' ')
}

export const isJson = () => json !== undefined
export const isLogged = (of: LogLevel) => LEVELS.indexOf(of) >= LEVELS.indexOf(level)

/** An error alone is printed with its stack. */
function toText(message: string, details: LogDetails = {}): unknown[] {
  const { err, ...rest } = details
  return [
    // A message is no format.
    ...(message.includes('%') ? ['%s', message] : [message]),
    ...(err === undefined ? [] : [err]),
    ...(Object.keys(rest).length > 0 ? [rest] : []),
  ]
}

function write(of: LogLevel, message: string, details?: LogDetails, text?: string): void {
  if (!isLogged(of)) return
  nameSources(details?.err)
  if (json) json[of]({ ...details }, message)
  else console[PRINTED[of]](...(text === undefined ? toText(message, details) : toText(text)))
  if (of === 'warn' || of === 'error') sink({ level: of, message, details })
}

/**
 * The log of the service: what happened, for the operator. `text` is printed for people in place of message and details.
 */
export const log = {
  debug: (message: string, details?: LogDetails) => write('debug', message, details),
  info: (message: string, details?: LogDetails) => write('info', message, details),
  warn: (message: string, details?: LogDetails) => write('warn', message, details),
  error: (message: string, details?: LogDetails, text?: string) => write('error', message, details, text),
}
