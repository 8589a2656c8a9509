import { PRODUCT_NAME } from '@refrain/contract/product'
import { BACKEND_META } from '@refrain/contract/service-paths'
import { escapeHtml } from '../http/responses/escape-html.ts'

const TITLE = /<title>[^<]*<\/title>/
const ROOT = '<div id="root"></div>'

/** The built page, cut where the part of its head stands that depends on the address. */
export class PageTemplate {
  readonly #before: string
  readonly #after: string
  readonly #title: string

  /**
   * @param backendUrl what the page is told to ask, or '' for where it comes from
   * @throws Error where the page has no title to take the place of
   */
  constructor(page: string, backendUrl = '') {
    const [title] = TITLE.exec(page) ?? []
    if (!title) throw new Error('The built page has no title.')
    const at = page.indexOf(title)
    this.#title = title
    this.#before = page.slice(0, at)
    const backend = backendUrl && `<meta name="${BACKEND_META}" content="${new URL(backendUrl).origin}">`
    this.#after = backend + page.slice(at + title.length)
  }

  /**
   * @param head markup, already encoded
   * @param last markup for the end of the head: what may wait for the code
   * @param root the root as it was drawn; by default it is empty
   */
  with(head: string, last = '', root = ROOT): string {
    const after = this.#after.replace('</head>', () => `${last}</head>`).replace(ROOT, () => root)
    return this.#before + head + after
  }

  /** Says nothing of any address. */
  get bare(): string {
    return this.with(this.#title)
  }

  /** For addresses at which nothing is: not to be found by searching. */
  get unknown(): string {
    return this.with(`<title>${escapeHtml(PRODUCT_NAME)}</title>\n    <meta name="robots" content="noindex">`)
  }
}
