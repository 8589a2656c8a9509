import { PRODUCT_NAME } from '@refrain/contract/product'
import { BACKEND_META, PREFIX_DATA } from '@refrain/contract/service-paths'
import { escapeHtml } from '../http/responses/escape-html.ts'

const TITLE = /<title>[^<]*<\/title>/
const ROOT = '<div id="root"></div>'

/** Code in the head. A rendered page shows its styles and pictures first, for which code would compete on a slow line. */
const CODE = /<script type="module"|<link rel="modulepreload"/g

interface PageContent {
  /** Markup for the end of the head, after the code. */
  readonly last?: string
  /** The root with the page in it; by default empty. */
  readonly rendered?: string | undefined
  /** What the page shows, for its code. */
  readonly data?: string | undefined
}

/** Keeps a page out of search engines. */
export const NOINDEX = '<meta name="robots" content="noindex">'

/** The built page, split at the part of its head that depends on the address. */
export class PageTemplate {
  readonly #before: string
  readonly #after: string
  readonly #title: string

  /**
   * @param built names its files by their paths at the root of a host
   * @param backendUrl the API's origin, or '' for the page's own
   * @param prefix of the pages' addresses, or ''
   * @throws Error if the page has no title to replace
   */
  constructor(built: string, backendUrl = '', prefix = '') {
    const page = prefix ? putBelow(prefix, built) : built
    const [title] = TITLE.exec(page) ?? []
    if (!title) throw new Error('The built page has no title.')
    const at = page.indexOf(title)
    this.#title = title
    this.#before = page.slice(0, at)
    const backend = backendUrl && `<meta name="${BACKEND_META}" content="${new URL(backendUrl).origin}">`
    this.#after = backend + page.slice(at + title.length)
  }

  /** @param head escaped markup */
  with(head: string, { last = '', rendered, data = '' }: PageContent = {}): string {
    const after = this.#after.replace('</head>', () => `${last}</head>`)
    const code = rendered === undefined ? after : after.replaceAll(CODE, '$& fetchpriority="low"')
    return this.#before + head + code.replace(ROOT, () => (rendered ?? ROOT) + data)
  }

  /** The page without a preview. */
  get bare(): string {
    return this.with(this.#title)
  }

  /** The not-found page, excluded from search engines. */
  get unknown(): string {
    return this.with(`<title>${escapeHtml(PRODUCT_NAME)}</title>\n    ${NOINDEX}`)
  }
}

/** Names the prefix to the code of the pages, and their files below it. */
function putBelow(prefix: string, page: string): string {
  return page
    .replace('<html ', `<html data-${PREFIX_DATA}="${escapeHtml(prefix)}" `)
    .replaceAll(/ (href|src)="(?=\/)/g, `$&${escapeHtml(prefix)}`)
}
