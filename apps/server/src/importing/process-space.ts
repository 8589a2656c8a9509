import { hash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

let space: string | undefined

/**
 * Identifies within which processes have numbers of their own: a start of the machine, and on Linux a namespace of it. Two
 * containers may share a host name, and neither sees the processes of the other. @returns '' if it cannot be told
 */
export function processSpace(): string {
  space ??= findSpace()
  return space
}

function findSpace(): string {
  if (process.platform !== 'linux') return process.platform
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    return hash('sha256', `${boot} ${readlinkSync('/proc/self/ns/pid')}`, 'base64url').slice(0, 16)
  } catch {
    return ''
  }
}
