import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

const AREAS =
  'ROUTE|LAY|HOME|CARD|LIST|ALB|ART|PLD|LIB|SRCH|ROW|NOW|BAR|ENG|FOL|ACC|AUTH|NOT|ABC|ENT|STO|MED|API|VAL|ROLE|ERR|CON|READ|PROP|SEC'
/** `ENG-03` or `STO-12 to STO-18`. */
const ID = new RegExp(`\\b(${AREAS})-(\\d\\d)\\b(?: to \\1-(\\d\\d)\\b)?`, 'g')
/** Folders whose production code still names requirements. */
const TO_BE_CLEANED: readonly string[] = ['apps/server/', 'apps/web/', 'packages/player/']

function listFiles(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n').filter(Boolean))]
}

function findIds(text: string): string[] {
  return Array.from(text.matchAll(ID)).flatMap(([, area, first, last = first]) => {
    const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
    return numbers.map(number => `${area}-${String(number).padStart(2, '0')}`)
  })
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documented = readdirSync(join(root, 'docs/requirements')).flatMap(name =>
  Array.from(
    read(`docs/requirements/${name}`).matchAll(/^\| ([A-Z]+-\d\d) \|/gm),
    match => match[1] as string,
  ),
)

it('documents each requirement once', () => {
  expect(documented).toEqual([...new Set(documented)])
})

it('documents the requirements that tests name, and no others', () => {
  const tested = listFiles('*.test.ts', '*.test.tsx').flatMap(path => findIds(read(path)))
  expect([...new Set(tested)].sort()).toEqual(documented.toSorted())
})

it('names no requirement in production code', () => {
  const sources = listFiles('apps/*.ts', 'apps/*.tsx', 'apps/*.css', 'packages/*.ts', 'packages/*.css')
    .filter(path => !/\.test\.tsx?$/.test(path))
    .filter(path => !TO_BE_CLEANED.some(folder => path.startsWith(folder)))
  const naming = sources.filter(path => findIds(read(path)).length > 0)
  expect(naming).toEqual([])
})
