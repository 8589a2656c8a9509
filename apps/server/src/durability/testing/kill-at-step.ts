// Loaded into a program with --import: kills it before one of its steps, as losing its machine would. A step is a statement
// for the database (its text), or `create`, `rename` or `remove` of a file.
//   KILL_AT     only steps that match this regular expression count
//   KILL_NTH    before which of them; 0: never
//   STEPS_FILE  gets the number of steps of a program that ends by itself

import { writeFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

/** As the program's own code calls it, whatever it takes. */
type AnyMethod = (this: unknown, ...args: unknown[]) => unknown

const { KILL_AT = '', KILL_NTH = '0', STEPS_FILE } = process.env
const pattern = new RegExp(KILL_AT)
let left = Number(KILL_NTH)
let steps = 0

function beforeStep(name: string): void {
  steps++
  if (pattern.test(name) && --left === 0) process.kill(process.pid, 'SIGKILL')
}

/** @param nameOf name of the step, undefined if the call is none */
function watch(
  owner: object,
  method: string,
  nameOf: (self: unknown, args: unknown[]) => string | undefined,
): void {
  const methods = owner as Record<string, AnyMethod>
  const original = methods[method] as AnyMethod
  methods[method] = function (...args) {
    const name = nameOf(this, args)
    if (name !== undefined) beforeStep(name)
    return original.apply(this, args)
  }
}

/**
 * The statement of a message to PostgreSQL, `undefined` for all else: `Q` or `P` (with a name before it), a length of four bytes,
 * then texts that end with a zero byte.
 */
function statementOf(message: unknown): string | undefined {
  if (!Buffer.isBuffer(message)) return
  const texts = message.subarray(5).toString().split('\0')
  const [kind] = message.toString('latin1', 0, 1)
  return kind === 'Q' ? texts[0] : kind === 'P' ? texts[1] : undefined
}

if (isMainThread) {
  // Processes that the program forks are not killed.
  process.execArgv.length = 0
  for (const method of ['run', 'all', 'get', 'iterate']) {
    watch(StatementSync.prototype, method, self => (self as StatementSync).sourceSQL)
  }
  // The built program holds its own copy of the driver.
  watch(Socket.prototype, 'write', (_, [message]) => statementOf(message))
  watch(files, 'open', (_, [, flags]) => (flags === 'wx' ? 'create' : undefined))
  watch(files, 'rename', () => 'rename')
  watch(files, 'rm', () => 'remove')
  syncBuiltinESMExports()
  process.on('exit', () => STEPS_FILE && writeFileSync(STEPS_FILE, String(steps)))
}
