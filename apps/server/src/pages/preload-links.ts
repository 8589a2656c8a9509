import { CAROUSEL_SIZES, type PictureOf, pictureSources } from '@refrain/contract/media/picture-address'
import { escapeHtml } from '../http/responses/escape-html.ts'
import type { Screen } from './screens.ts'

/** Links that preload the first requests and picture while the code is still loading. */
export function writePreloadLinks(
  { preloads = [] }: Screen,
  picture: PictureOf | undefined,
  backendUrl = '',
): string {
  const backend = backendUrl && new URL(backendUrl).origin
  const crossorigin = backend ? 'crossorigin="use-credentials"' : 'crossorigin'
  return [
    ...preloads.map(
      ({ path }) => `<link rel="preload" as="fetch" ${crossorigin} href="${escapeHtml(backend + path)}">`,
    ),
    // Browsers without AVIF ignore this link.
    ...(picture
      ? [
          `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${escapeHtml(pictureSources(picture, 'avif', backend))}" imagesizes="${escapeHtml(CAROUSEL_SIZES)}">`,
        ]
      : []),
  ]
    .map(link => `  ${link}\n  `)
    .join('')
}
