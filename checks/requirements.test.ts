import { expect, it } from 'vitest'
import { listFiles, readFile } from './sources.ts'

const AREAS =
  'ROUTE|LAY|HOME|CARD|LIST|ALB|ART|PLD|LIB|SRCH|ROW|NOW|BAR|ENG|FOL|ACC|AUTH|NOT|ABC|ENT|STO|MED|API|VAL|ROLE|ERR|CON|READ|PROP|SEC|SUB|NAME|CUE|COLL'
/** `ENG-03` or `STO-12 to STO-18`. */
const ID = new RegExp(`\\b(${AREAS})-(\\d{2,3})\\b(?: to \\1-(\\d{2,3})\\b)?`, 'g')

function findIds(text: string): string[] {
  return Array.from(text.matchAll(ID)).flatMap(([, area, first, last = first]) => {
    const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
    return numbers.map(number => `${area}-${String(number).padStart(2, '0')}`)
  })
}

const documented = listFiles('docs/requirements/*.md').flatMap(path =>
  Array.from(readFile(path).matchAll(/^\| ([A-Z]+-\d{2,3}) \|/gm), match => match[1] as string),
)

it('documents each requirement once', () => {
  expect(documented).toEqual([...new Set(documented)])
})

it('documents the requirements that tests name, and no others', () => {
  const tested = listFiles('*.test.ts', '*.test.tsx').flatMap(path => findIds(readFile(path)))
  expect([...new Set(tested)].sort()).toEqual(documented.toSorted())
})

it('names no requirement in production code', () => {
  const sources = listFiles(
    'apps/*.ts',
    'apps/*.tsx',
    'apps/*.css',
    'packages/*.ts',
    'packages/*.css',
  ).filter(path => !/\.test\.tsx?$/.test(path))
  const naming = sources.filter(path => findIds(readFile(path)).length > 0)
  expect(naming).toEqual([])
})
