import { execFileSync } from 'node:child_process'

/**
 * Makes every write of a running process to a file fail (EFBIG), as a disk without space does, without special rights.
 * @returns lets it write again
 */
export function forbidWrites(pid: number): () => void {
  const limit = (size: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:`])
  limit('0')
  return () => limit('unlimited')
}
