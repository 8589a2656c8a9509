import { readFileSync } from 'node:fs'

/**
 * Reads a shipped configuration and replaces what a test cannot use, such as its port.
 * @throws Error unless each text to replace is there once: the file has changed
 */
export function adaptFile(path: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${path} must have ${from} once.`)
      return text.replace(from, to)
    },
    readFileSync(path, 'utf8'),
  )
}
