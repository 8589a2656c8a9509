import type { Page, Response } from 'playwright-core'

/** The answer to the page's next call of an operation: what a press changes is shown before it has been kept. */
export const nextResponse = (page: Page, { path }: { readonly path: string }): Promise<Response> =>
  page.waitForResponse(response => response.url().endsWith(path))
