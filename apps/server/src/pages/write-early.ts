import { CAROUSEL_SIZES, type PictureOf, pictureSources } from '@refrain/contract/picture-address'
import { encodeHtml } from '../http/encode-html.ts'
import type { Screen } from './screens.ts'

/** Has a browser fetch what the page will ask for first while its code is still on the way. */
export function writeEarly({ asks = [] }: Screen, pictures: readonly PictureOf[]): string {
  return [
    ...asks.map(({ path }) => `<link rel="preload" as="fetch" crossorigin href="${encodeHtml(path)}">`),
    ...pictures.map(
      picture =>
        // Browsers that do not know the format leave it to the page.
        `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${encodeHtml(pictureSources(picture, 'avif'))}" imagesizes="${encodeHtml(CAROUSEL_SIZES)}">`,
    ),
  ]
    .map(link => `\n    ${link}`)
    .join('')
}
