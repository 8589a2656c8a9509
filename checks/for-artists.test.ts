import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kindOf } from '../apps/server/src/importing/collection-names.ts'
import { root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tokensIn = (css: string) =>
  new Map(Array.from(css.matchAll(/^ {2}(--[\w-]+): ([^;]+);/gm), match => [match[1] as string, match[2]]))

for (const [page, style] of [
  ['the page for artists', 'for-artists/page.css'],
  ['the page behind the link in a mail', 'notifications/settings/email-settings.css'],
] as const) {
  it(`${page} has the colours of the pages`, () => {
    const tokens = tokensIn(read('apps/web/src/tokens.css').split('@media')[0] as string)
    const own = tokensIn(read(`apps/server/src/${style}`))
    expect(own.size).toBeGreaterThan(9)
    for (const [name, value] of own) expect([name, value]).toEqual([name, tokens.get(name)])
  })
}

it('the page for artists names files that the import takes, and none that it takes as left out', () => {
  for (const file of ['a.mp3', 'a.flac', 'a.m4a', 'a.ogg', 'a.opus', 'a.wav', 'a.aiff'])
    expect([file, kindOf(file).kind]).toEqual([file, 'sound'])
  for (const file of ['a.wma', 'a.ape', 'a.wv', 'a.mpc', 'a.dsf', 'a.mka'])
    expect([file, kindOf(file).kind]).toEqual([file, 'unsupported'])
  expect(['cover.jpg', 'artist.jpg', 'a.lrc'].map(file => kindOf(file).kind)).toEqual([
    'cover',
    'artist',
    'lyrics',
  ])
})
