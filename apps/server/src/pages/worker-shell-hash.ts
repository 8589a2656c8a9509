import { createHash } from 'node:crypto'

/**
 * The service worker for a page that is not served as it was built, as where it says where to ask: it keeps
 * no page but the one whose hash it holds.
 * @param built the page as it was built
 * @param served the page as it is served
 */
export function replaceShellHash(worker: string, built: string, served: string): string {
  return worker.replaceAll(integrityOf(built), () => integrityOf(served))
}

/** As subresource integrity writes it. */
export function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
