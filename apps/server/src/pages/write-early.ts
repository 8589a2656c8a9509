import { CAROUSEL_SIZES, type PictureOf, pictureSources } from '@refrain/contract/picture-address'
import { encodeHtml } from '../http/encode-html.ts'
import type { Screen } from './screens.ts'

/** Has a browser fetch what the page will ask for first while its code is still on the way. */
export function writeEarly({ asks = [] }: Screen, picture: PictureOf | undefined): string {
  return [
    ...asks.map(({ path }) => `<link rel="preload" as="fetch" crossorigin href="${encodeHtml(path)}">`),
    // Browsers that do not know the format leave it to the page.
    ...(picture
      ? [
          `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${encodeHtml(pictureSources(picture, 'avif'))}" imagesizes="${encodeHtml(CAROUSEL_SIZES)}">`,
        ]
      : []),
  ]
    .map(link => `  ${link}\n  `)
    .join('')
}
