import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of the first of these programs found in PATH, or undefined. */
export function findProgram(names, env = process.env) {
  return (env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
    .find(path => existsSync(path))
}
