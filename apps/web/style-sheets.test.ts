import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, 'src')

/** Paths of the style sheets that a file imports. */
function importedBy(path: string, pattern: RegExp): string[] {
  const found = readFileSync(path, 'utf8').matchAll(pattern)
  return Array.from(found, ([, sheet = '']) => resolve(dirname(path), sheet))
}

it('loads what all screens have once: a second copy would come without its layer, and win over every utility', () => {
  const common = importedBy(join(SOURCES, 'styles.css'), /@import "(\.[^"]+)"/g)
  expect(common.length).toBeGreaterThan(10)
  const again = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).flatMap(path =>
    importedBy(join(SOURCES, path), /^import '(\.[^']+\.css)'/gm)
      .filter(sheet => common.includes(sheet))
      .map(sheet => `${path} imports ${basename(sheet)}`),
  )
  expect(again).toEqual([])
})
