import { PRODUCT_ICON, PRODUCT_NAME } from '@refrain/contract/product'
import { escapeHtml } from '../http/responses/escape-html.ts'

/** What a page says of itself before it runs: to a browser's tab, to search engines, to chats that show a link. */
export interface Preview {
  /** The document's title, as the page itself writes it. */
  readonly title: string
  /** What is shared, without what the document's title adds. */
  readonly name: string
  readonly description: string
  /** The page's own address, in its own spelling. */
  readonly path: string
  readonly type: 'website' | 'music.album' | 'music.song' | 'profile'
  readonly picture?: PreviewPicture
  /** Further addresses of ours: `['music:musician', '/artists/a1']`. */
  readonly related?: readonly (readonly [property: string, path: string])[]
  /** Further facts: `['music:release_date', '2021-05-03']`. */
  readonly facts?: readonly (readonly [property: string, value: string])[]
}

export interface PreviewPicture {
  readonly path: string
  readonly type: string
  /** Of both edges, in pixels. */
  readonly size: number
  readonly alt: string
}

const ICON: PreviewPicture = { ...PRODUCT_ICON, type: 'image/png', alt: PRODUCT_NAME }

/**
 * The part of the page's head that depends on its address, from its title on.
 * @param origin where the pages are; undefined where that is not known: nothing is said that needs it
 */
export function writeHead(preview: Preview, origin: string | undefined): string {
  const { title, name, description, path, type, related = [], facts = [] } = preview
  const picture = preview.picture ?? ICON
  return [
    `<title>${text(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:type', type),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    ...(origin
      ? [
          `<link rel="canonical" href="${text(origin + path)}">`,
          meta('property', 'og:url', origin + path),
          // What describes a picture follows it at once.
          meta('property', 'og:image', origin + picture.path),
          meta('property', 'og:image:type', picture.type),
          meta('property', 'og:image:width', String(picture.size)),
          meta('property', 'og:image:height', String(picture.size)),
          meta('property', 'og:image:alt', picture.alt),
          ...related.map(([property, at]) => meta('property', property, origin + at)),
        ]
      : []),
    ...facts.map(([property, value]) => meta('property', property, value)),
    // Covers are square: the card beside the text shows them whole.
    meta('name', 'twitter:card', 'summary'),
  ].join('\n    ')
}

const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${text(content)}">`

/** No letter of it is markup, ends a line or turns the direction of what stands around it. */
function text(given: string): string {
  const plain = given
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  return escapeHtml(plain.trim())
}
