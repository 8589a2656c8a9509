import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
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
const read = (preview: Preview, origin?: string) =>
  new JSDOM(template.with(writeHead(preview, origin))).window.document
const contentOf = (page: Document, property: string) =>
  page.querySelector(`meta[property="${property}"]`)?.getAttribute('content')

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
  it('holds any title whole, as text and nothing else (safety.md: no text breaks out of a tag)', () => {
    const harmless = [...read(about('x'), ORIGIN).querySelectorAll('*')].map(element => element.tagName)
    fc.assert(
      fc.property(anything, text => {
        const page = read(about(text), ORIGIN)
        expect([...page.querySelectorAll('*')].map(element => element.tagName)).toEqual(harmless)
        for (const element of page.querySelectorAll('*'))
          expect(element.getAttributeNames().filter(name => name.startsWith('on'))).toEqual([])
        expect(page.querySelector('title')?.textContent).toBe(plain(text))
        expect(contentOf(page, 'og:title')).toBe(plain(text))
        expect(contentOf(page, 'og:image:alt')).toBe(plain(text))
        expect(page.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(plain(text))
        expect(page.body.innerHTML).toBe('<div id="root"></div>')
      }),
    )
  })

  it('names addresses in full, and none where the origin is not known', () => {
    const page = read({ ...about('First'), related: [['music:musician', '/artists/a1']] }, ORIGIN)
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(`${ORIGIN}/albums/al1`)
    expect(contentOf(page, 'og:url')).toBe(`${ORIGIN}/albums/al1`)
    expect(contentOf(page, 'og:image')).toBe(`${ORIGIN}/p.jpg`)
    expect(contentOf(page, 'music:musician')).toBe(`${ORIGIN}/artists/a1`)
    const nowhere = read(about('First'))
    expect(nowhere.querySelector('link[rel="canonical"]')).toBe(null)
    expect(contentOf(nowhere, 'og:image')).toBe(undefined)
    expect(contentOf(nowhere, 'og:title')).toBe('First')
  })

  it('shows the mark of the product where there is no picture', () => {
    const { picture: _, ...bare } = about('First')
    expect(contentOf(read(bare, ORIGIN), 'og:image')).toBe(`${ORIGIN}/icon-512.png`)
  })
})
