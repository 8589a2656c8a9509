// @vitest-environment node
import { parseFragment } from 'parse5'
import { expect, it, vi } from 'vitest'
import { makeAlbum, makeArtist } from '../testing/records.ts'
import { prerenderAlbum, prerenderHome } from './prerender-pages.tsx'

const artists = ['ar1', 'ar2'].map(makeArtist)
const albums = ['al1', 'al2', 'al3'].map(id => makeAlbum(id, 1))

interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** All elements of the markup in document order, each with its text content. */
function read(markup: string): Element[] {
  const elements: Element[] = []
  type Node = {
    childNodes?: Node[]
    tagName?: string
    attrs?: { name: string; value: string }[]
    value?: string
  }
  const walk = (node: Node): string => {
    if (!node.childNodes) return node.value ?? ''
    const at = elements.length
    if (node.tagName) elements.push({ tag: node.tagName, attributes: {}, text: '' })
    const text = node.childNodes.map(walk).join('')
    const attributes = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]))
    if (node.tagName) elements[at] = { tag: node.tagName, attributes, text }
    return text
  }
  walk(parseFragment(markup) as Node)
  return elements
}

it('renders without a browser, window or missing server snapshot', async () => {
  const complaints = vi.spyOn(console, 'error')
  await expect(prerenderHome({ name: 'Refrain', artists, albums })).resolves.toContain('id="root"')
  expect(complaints).not.toHaveBeenCalled()
})

it('shows artists and albums as links with their pictures (HOME-04 to HOME-07, CARD-02 to CARD-08)', async () => {
  const elements = read(await prerenderHome({ name: 'Refrain', artists, albums }))
  const headings = elements.filter(({ tag }) => /^h[12]$/.test(tag)).map(({ text }) => text)
  expect(headings).toEqual(['Home', 'Popular artists', 'Popular albums'])
  const cards = elements.filter(({ tag, attributes }) => tag === 'a' && attributes.class === 'card')
  expect(cards.map(({ attributes, text }) => [attributes.href, text])).toEqual([
    ...artists.map(({ id, name }) => [`/artists/${id}`, `${name}Artist`]),
    ...albums.map(({ id, title, artistName }) => [`/albums/${id}`, `${title}${artistName}`]),
  ])
  const pictures = elements.filter(
    ({ tag, attributes }) => tag === 'img' && attributes.fetchpriority === 'high',
  )
  expect(pictures.map(({ attributes }) => attributes.src)).toContain(
    '/profile_path/album_profile/al1/al1-512.webp',
  )
  expect(elements.filter(({ tag }) => tag === 'footer')).toHaveLength(1)
})

it('complies with the content security policy: no style attributes, no inline scripts', async () => {
  const elements = read(await prerenderHome({ name: 'Refrain', artists, albums }))
  // Components must set such styles by a ref, as in slider.tsx.
  expect(elements.filter(({ attributes }) => 'style' in attributes)).toEqual([])
  const scripts = elements.filter(({ tag }) => tag === 'script')
  expect(scripts.map(({ attributes }) => attributes.type)).toEqual(['application/json'])
  const handlers = elements
    .flatMap(({ attributes }) => Object.keys(attributes))
    .filter(name => /^on/.test(name))
  expect(handlers).toEqual([])
})

it("renders an album's header with its picture, and placeholders for its tracks", async () => {
  const complaints = vi.spyOn(console, 'error')
  const album = makeAlbum('al1', 3)
  const elements = read(await prerenderAlbum({ name: 'Refrain', album }))
  expect(complaints).not.toHaveBeenCalled()
  const root = elements.find(({ attributes }) => attributes.id === 'root')
  expect(root?.attributes).toHaveProperty('data-partial')
  expect(elements.find(({ tag }) => tag === 'h1')?.text).toBe(album.title)
  expect(
    elements.find(({ tag, attributes }) => tag === 'img' && attributes.fetchpriority === 'high'),
  ).toBeDefined()
  expect(elements.some(({ attributes }) => attributes.role === 'status')).toBe(true)
  // The colour of the cover, as a presentation attribute.
  expect(elements.find(({ attributes }) => attributes.class === 'page-header-colour')?.attributes.color).toBe(
    album.color,
  )
  // The content security policy forbids both.
  expect(elements.filter(({ tag, attributes }) => tag === 'script' || 'style' in attributes)).toEqual([])
})

it('escapes titles and names', async () => {
  const mean = '</script></title><!--<script><img src=x onerror="alert(1)">\u2028\'"&amp;'
  const shape = async (text: string) => {
    const drawn = await prerenderHome({
      name: 'Refrain',
      artists: [{ ...makeArtist('ar1'), name: text }],
      albums: [{ ...makeAlbum('al1', 1), title: text, artistName: text }],
    })
    const elements = read(drawn)
    return { elements, tags: elements.map(({ tag, attributes }) => [tag, ...Object.keys(attributes)]) }
  }
  const { elements, tags } = await shape(mean)
  expect(tags).toEqual((await shape('x')).tags)
  expect(elements.filter(({ tag, text }) => tag === 'bdi' && text === mean)).toHaveLength(3)
  const lists = JSON.parse(elements.find(({ tag }) => tag === 'script')?.text ?? '')
  expect([lists.artists[0].name, lists.albums[0].title]).toEqual([mean, mean])
})

it('announces the panel before the page, so that nothing moves while the page streams in (LAY-06)', async () => {
  const elements = read(await prerenderHome({ name: 'Refrain', artists, albums }))
  const at = (is: (element: Element) => boolean) => elements.findIndex(is)
  const told = at(({ attributes }) => 'data-panel' in attributes)
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThan(at(({ tag }) => tag === 'main'))
})

it('shows an icon if the catalogue is empty (PROP-62)', async () => {
  const elements = read(await prerenderHome({ name: 'Refrain', artists: [], albums: [] }))
  expect(elements.some(({ attributes }) => 'data-empty' in attributes)).toBe(true)
})

it('renders the parts for all widths and leaves the choice to style sheets (LAY-19, LAY-24, LAY-25, BAR-10)', async () => {
  const elements = read(await prerenderHome({ name: 'Refrain', artists, albums }))
  const seen = (name: string) =>
    elements
      .filter(({ attributes }) => attributes['aria-label'] === name)
      .map(({ attributes }) => attributes.class)
  expect(seen('Navigation')[0]).toContain('nav:hidden')
  expect(seen('Quick')[0]).toContain('player:hidden')
  expect(seen('More pages')[0]).toContain('nav:hidden')
  expect(seen('Player')).toHaveLength(2)
  const classes = elements.map(({ attributes }) => attributes.class)
  expect(classes.filter(name => name === 'player:hidden' || name === 'max-player:hidden')).toHaveLength(2)
})
