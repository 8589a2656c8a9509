import { encodeHtml } from '../http/encode-html.ts'
import type { Screen } from './screens.ts'

/** Has a browser fetch what the page will ask for first while its code is still on the way. */
export function writeEarly({ asks = [] }: Screen): string {
  return asks
    .map(({ path }) => `\n    <link rel="preload" as="fetch" crossorigin href="${encodeHtml(path)}">`)
    .join('')
}
