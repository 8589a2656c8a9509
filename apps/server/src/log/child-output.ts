import type { ChildProcess, StdioOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ForwardedEntry } from './forward-log.ts'
import { isJson, log, passOn } from './log.ts'

/** Lines that a program prints at once belong to one message, such as an error with its stack. */
const TOGETHER_MS = 20
/** An import names all files that it has skipped at once. */
const MAX_LINES = 100

/** For a program that this one starts, with a channel for messages: its lines go where ours go. */
export const childStdio = (): StdioOptions =>
  isJson() ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc']

/**
 * Logs what a program prints: its errors as errors. What is printed as it is, for people, is only stored.
 * @param name of the program
 */
export function logChildOutput(child: ChildProcess, name: string): void {
  const { stdout, stderr } = child
  if (!stdout && !stderr) child.on('message', message => storeForwarded(message, name))
  if (stdout) onMessage(stdout, message => log.info(message, { program: name }))
  if (stderr) onMessage(stderr, message => log.error(message, { program: name }))
}

function storeForwarded(message: unknown, program: string): void {
  const { level, logged } = (message ?? {}) as Partial<ForwardedEntry>
  if (level && typeof logged === 'string') passOn({ level, message: logged, details: { program } })
}

function onMessage(stream: Readable, handle: (message: string) => void): void {
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const lineReader = createInterface(stream)
  function flush(): void {
    clearTimeout(timer)
    if (lines.length > 0) handle(lines.join('\n'))
    lines = []
  }
  lineReader.on('line', line => {
    clearTimeout(timer)
    lines.push(line)
    if (lines.length === MAX_LINES) return flush()
    timer = setTimeout(flush, TOGETHER_MS)
  })
  lineReader.on('close', flush)
}
