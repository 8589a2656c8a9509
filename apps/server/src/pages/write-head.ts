import { documentTitle, PRODUCT_ICON, PRODUCT_NAME } from '@refrain/contract/product'
import { escapeHtml } from '../http/responses/escape-html.ts'

/** Title and link preview of a page, for browser tabs, search engines and chats. */
export interface Preview {
  /** The document's title, the same as the page sets itself. */
  readonly title: string
  /** Name of the shared thing, without the title's additions. */
  readonly name: string
  readonly description: string
  /** The page's canonical path. */
  readonly path: string
  readonly type: 'website' | 'music.album' | 'music.song' | 'profile'
  readonly picture?: PreviewPicture
  /** Further properties with paths: `['music:musician', '/artists/a1']`. */
  readonly related?: readonly (readonly [property: string, path: string])[]
  /** Further properties: `['music:release_date', '2021-05-03']`. */
  readonly facts?: readonly (readonly [property: string, value: string])[]
}

export interface PreviewPicture {
  readonly path: string
  readonly type: string
  /** Width and height in pixels. */
  readonly size: number
  readonly alt: string
}

const ICON = { ...PRODUCT_ICON, type: 'image/png' }

/**
 * The part of the page's head that depends on its address, beginning with the title.
 * @param origin the pages' origin; without it, properties with absolute addresses are left out
 * @param serviceName what the service calls itself
 */
export function writeHead(
  preview: Preview,
  origin: string | undefined,
  serviceName: string = PRODUCT_NAME,
): string {
  const { title, name, description, path, type, related = [], facts = [] } = preview
  const picture = preview.picture ?? { ...ICON, alt: serviceName }
  return [
    `<title>${escapeText(documentTitle(title, serviceName))}</title>`,
    meta('name', 'application-name', serviceName),
    meta('name', 'description', description),
    meta('property', 'og:site_name', serviceName),
    meta('property', 'og:type', type),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    ...(origin
      ? [
          `<link rel="canonical" href="${escapeText(origin + path)}">`,
          meta('property', 'og:url', origin + path),
          // Properties of a picture must follow it directly.
          meta('property', 'og:image', origin + picture.path),
          meta('property', 'og:image:type', picture.type),
          meta('property', 'og:image:width', String(picture.size)),
          meta('property', 'og:image:height', String(picture.size)),
          meta('property', 'og:image:alt', picture.alt),
          ...related.map(([property, at]) => meta('property', property, origin + at)),
        ]
      : []),
    ...facts.map(([property, value]) => meta('property', property, value)),
    // The small card shows square covers completely.
    meta('name', 'twitter:card', 'summary'),
  ].join('\n    ')
}

const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escapeText(content)}">`

/** Escapes text and removes line breaks, control characters and direction overrides. */
function escapeText(given: string): string {
  const plain = given
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  return escapeHtml(plain.trim())
}
