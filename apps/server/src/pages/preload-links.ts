import { CAROUSEL_SIZES, type PictureOf, pictureSources } from '@refrain/contract/media/picture-address'
import { escapeHtml } from '../http/responses/escape-html.ts'
import type { Screen } from './screens.ts'

/** Has a browser fetch what the page will ask for first while its code is still on the way. */
export function writePreloadLinks(
  { asks = [] }: Screen,
  picture: PictureOf | undefined,
  backendUrl = '',
): string {
  const backend = backendUrl && new URL(backendUrl).origin
  const crossorigin = backend ? 'crossorigin="use-credentials"' : 'crossorigin'
  return [
    ...asks.map(
      ({ path }) => `<link rel="preload" as="fetch" ${crossorigin} href="${escapeHtml(backend + path)}">`,
    ),
    // Browsers that do not know the format leave it to the page.
    ...(picture
      ? [
          `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${escapeHtml(pictureSources(picture, 'avif', backend))}" imagesizes="${escapeHtml(CAROUSEL_SIZES)}">`,
        ]
      : []),
  ]
    .map(link => `  ${link}\n  `)
    .join('')
}
