import { createHash } from 'node:crypto'

/**
 * Replaces the page's hash in the service worker, which caches only the page with that hash. Needed when the served page
 * differs from the built one, as with BACKEND_URL and under a path prefix.
 */
export function replaceShellHash(worker: string, built: string, served: string): string {
  return worker.replaceAll(integrityOf(built), () => integrityOf(served))
}

/** In the format of subresource integrity. */
function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
