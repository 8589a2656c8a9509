import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPage } from '../testing/read-page.ts'
import { PageTemplate } from './page-template.ts'
import { type Preview, writeHead } from './write-head.ts'

const ORIGIN = 'https://music.example.org'
const template = new PageTemplate(
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Any</title><link rel="icon" href="/a.svg"></head><body><div id="root"></div></body></html>',
)
const about = (text: string): Preview => ({
  title: text,
  name: text,
  description: text,
  path: '/albums/al1',
  type: 'music.album',
  picture: { path: '/p.jpg', type: 'image/jpeg', size: 640, alt: text },
})
const read = (preview: Preview, origin?: string) => readPage(template.with(writeHead(preview, origin)))

/** What is most likely to break out of a tag, an attribute or a template. */
const MEAN = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '<!--',
  '-->',
  ']]>',
  '&lt;&quot;&#34;&amp;amp;',
  "$& $` $' $1 $$",
  '\u202egnp.exe',
  'a\0b\r\nc\u2028d',
  '\ud800',
  'שלום <b>',
  '夜の<テレビ>',
]
const anything = fc.oneof(
  fc.constantFrom(...MEAN),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...MEAN, 'a', ' ')).map(parts => parts.join('')),
)
const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

describe('the head of a page', () => {
  it('escapes every title completely', () => {
    const shapeOf = ({ elements }: ReturnType<typeof read>) =>
      elements.map(({ tag, attributes }) => [tag, ...Object.keys(attributes)])
    const harmless = shapeOf(read(about('x'), ORIGIN))
    fc.assert(
      fc.property(anything, text => {
        const page = read(about(text), ORIGIN)
        expect(shapeOf(page)).toEqual(harmless)
        expect(page.elements.at(-1)).toEqual({ tag: 'div', attributes: { id: 'root' }, text: '' })
        const { title, meta, said } = page
        expect([title, meta('description'), said['og:title'], said['og:image:alt']]).toEqual(
          Array(4).fill(plain(text)),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('uses absolute addresses, and none if the origin is unknown', () => {
    const page = read({ ...about('First'), related: [['music:musician', '/artists/a1']] }, ORIGIN)
    expect(page.canonical).toBe(`${ORIGIN}/albums/al1`)
    expect(page.said).toMatchObject({
      'og:url': `${ORIGIN}/albums/al1`,
      'og:image': `${ORIGIN}/p.jpg`,
      'music:musician': `${ORIGIN}/artists/a1`,
    })
    const nowhere = read(about('First'))
    expect([nowhere.canonical, nowhere.said['og:image']]).toEqual([undefined, undefined])
    expect(nowhere.said['og:title']).toBe('First')
  })

  it('shows the product’s icon if there is no picture', () => {
    const { picture: _, ...bare } = about('First')
    expect(read(bare, ORIGIN).said['og:image']).toBe(`${ORIGIN}/icon-512.png`)
  })
})
