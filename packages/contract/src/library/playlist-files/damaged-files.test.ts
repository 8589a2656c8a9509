import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPlaylistFile } from './read-playlist-file.ts'

const SEED = 15
const FILES = 400
/** Milliseconds; generous, as a loaded machine is slow. A pattern that backtracks takes minutes. */
const MOST = 5_000

const WHOLE = [
  '#EXTM3U\n#PLAYLIST:Mix\n#EXTINF:185 a="b, c",Ada - One - Two\n#EXTART:Ada\n#EXTALB:First\nAda/First/01 One.mp3\n',
  '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Mix</title><trackList><track>' +
    '<title>One</title><creator>Ada</creator><duration>185000</duration></track></trackList></playlist>',
  '[playlist]\nFile1=..\\Ada\\01%20One.mp3\nTitle1=Ada - One\nLength1=185\nNumberOfEntries=1\n',
  '{"playlist":{"title":"Mix","track":[{"title":"One","creator":"Ada","duration":185000,"location":["a"]}]}}',
]

const piece = fc.constantFrom(
  ...[
    ' ',
    '\t',
    '-',
    ' - ',
    '"',
    ',',
    '#EXTINF:',
    '<',
    '&',
    '<!DOCTYPE a>',
    '&#0;',
    ']]>',
    '{',
    '[',
    '\\u0000',
  ],
  ...['\0', '\ud800', '%', '%ff', '../', '1e999', 'null', '\r', '\ufeff', '\u0301'],
)
const edit = fc.record({
  at: fc.nat({ max: 400 }),
  removed: fc.nat({ max: 40 }),
  added: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 10 })),
  times: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 5_000 })),
})
const damaged = fc
  .tuple(fc.constantFrom(...WHOLE), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([text, edits]) =>
    edits.reduce(
      (now, { at, removed, added, times }) =>
        now.slice(0, at) + added.repeat(times) + now.slice(at + removed),
      text,
    ),
  )

it('reads damaged playlist files in bounded time, without throwing', () => {
  fc.assert(
    fc.property(damaged, text => {
      const start = performance.now()
      const file = readPlaylistFile(new TextEncoder().encode(text))
      expect(performance.now() - start).toBeLessThan(MOST)
      for (const { title, artist = '', album = '' } of file?.entries ?? [])
        expect([typeof title, typeof artist, typeof album]).toEqual(['string', 'string', 'string'])
    }),
    { seed: SEED, numRuns: FILES },
  )
})
