import { readFile, stat } from 'node:fs/promises'
import { SettingError } from './settings.ts'

const MAX_BYTES = 65_536

/**
 * Reads a small text file that a setting names. Pipes and devices are refused: they may never end.
 * @throws SettingError if it is no file, cannot be read, or has more than 64 KiB
 */
export async function readSettingFile(name: string, path: string): Promise<string> {
  const refuse = (why: string): never => {
    throw new SettingError(`The file of ${name}, ${path}, ${why}: name another, or change its permissions.`)
  }
  const found = await stat(path).catch(({ code }) => refuse(`cannot be read (${code})`))
  if (!found.isFile()) return refuse('is no file')
  if (found.size > MAX_BYTES) return refuse('is larger than 64 KiB')
  return readFile(path, 'utf8').catch(({ code }) => refuse(`cannot be read (${code})`))
}
