import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

const PREFIX = 'apps/web/src/prefix.ts'
/** Names pictures for a component that shows them. */
const PASSES_ON = 'apps/web/src/pages/about/content.ts'

const pages = readSources().filter(
  ({ path }) => path.startsWith('apps/web/src/') && !path.includes('/testing/'),
)

/** Files of the pages with such code that do not use what prefix.ts gives them. */
const findWithout = (code: RegExp, needed: RegExp) =>
  pages.filter(({ text }) => code.test(text) && !needed.test(text)).map(({ path }) => path)

it('what browsers keep for a whole host has the name of the service below its path', () => {
  const stores = /\blocalStorage\.\w+\(|\(localStorage\)|\bsessionStorage\.\w+\(/
  const shares = /new BroadcastChannel\(|\blocks\.request\(|\bcaches\.\w+\(|indexedDB\.\w+\(/
  expect(findWithout(stores, /\bownName\(/)).toEqual([])
  expect(findWithout(shares, /\bownName\(/)).toEqual([])
})

it('files of the build and calls are asked for below the path of the service', () => {
  const files = /from '[^']+(\.svg|\?worker&url)'/
  expect(findWithout(files, /\bprefix \+/).filter(path => path !== PASSES_ON)).toEqual([])
  expect(findWithout(/\bfetch\(/, /\b(backend|prefix) \+/)).toEqual([])
})

it('one file of the pages reads that path', () => {
  const readers = pages.filter(({ text }) => /PREFIX_DATA|dataset\.prefix/.test(text))
  expect(readers.map(({ path }) => path)).toEqual([PREFIX])
})
