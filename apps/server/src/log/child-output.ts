import type { ChildProcess, StdioOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isJson, log } from './log.ts'

/** For a program that this one starts, with a channel for messages: its lines go where ours go. */
export const childStdio = (): StdioOptions =>
  isJson() ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc']

/** Logs what a program prints, if it is not printed as it is. @param name of the program, for programs that read the log */
export function logChildOutput({ stdout, stderr }: ChildProcess, name: string): void {
  if (stdout) createInterface(stdout).on('line', line => log.info(line, { program: name }))
  if (stderr) createInterface(stderr).on('line', line => log.warn(line, { program: name }))
}
