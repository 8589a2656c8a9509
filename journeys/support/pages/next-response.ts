import type { Page, Response } from 'playwright-core'

/** The response to the page's next call of an operation: pages show a change before it is saved. */
export const nextResponse = (page: Page, { path }: { readonly path: string }): Promise<Response> =>
  page.waitForResponse(response => response.url().endsWith(path))
